import { data, redirect } from 'react-router'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../store/time-units.ts'
import { alertsContext } from '../../alerts/run/alerts.server.ts'
import { endSilence, silenceSchema } from '../../alerts/silence.ts'
import { query } from '../../data/query.ts'
import { ALERTS_PATH, SILENCE_FIELD_NAMES } from '../../url/alert-address.ts'
import { scopedPath } from '../../url/scope.ts'
import { type ChangeArgs, makeChange, readChangeForm, refusalOfChange } from './change-form.server.ts'

/** How long a silence may last, by the value of its field. */
export const SILENCE_LENGTHS = {
  '20m': ['20 minutes', 20 * MINUTE_MS],
  '1h': ['an hour', HOUR_MS],
  '4h': ['4 hours', 4 * HOUR_MS],
  '1d': ['a day', DAY_MS],
  '7d': ['7 days', 7 * DAY_MS],
  '30d': ['30 days', 30 * DAY_MS],
} as const satisfies Record<string, readonly [label: string, ms: number]>

const isLength = (text: string): text is keyof typeof SILENCE_LENGTHS => Object.hasOwn(SILENCE_LENGTHS, text)

/** Makes a silence, or ends one; 400 with the form for one that cannot be made. */
export async function changeSilences(args: ChangeArgs) {
  const { fields, who } = await readChangeForm(args)
  const back = (did: string) => redirect(scopedPath(`${ALERTS_PATH}?did=${did}`, args.url.searchParams))
  const refuse = (refused: string) => data({ refused, fields: [...fields] }, { status: 400 })
  const nowMs = Date.now()
  const refused = refusalOfChange(args)
  if (refused !== '') return refuse(refused)
  if (fields.get('do') === 'end') {
    const { silences } = await query(args, () => args.context.get(alertsContext).log.read({ maxAgeMs: 0 }), {})
    const { id, ...silence } = silences.find(of => of.id === fields.get('silence')) ?? { id: '' }
    if (!('untilMs' in silence) || silence.untilMs <= nowMs) return refuse('This silence has ended already.')
    const value = endSilence(silence, nowMs)
    await makeChange(args, log => log.save(who, { what: 'silence', value }, { id }))
    return back('ended')
  }
  const length = fields.get('length') ?? ''
  if (!isLength(length)) return refuse('Choose how long it lasts.')
  const matching = Object.fromEntries(SILENCE_FIELD_NAMES.map(name => [name, fields.get(name)?.trim() ?? '']))
  if (SILENCE_FIELD_NAMES.every(name => matching[name] === ''))
    return refuse('Fill in at least one field: a silence of everything is not made by mistake.')
  const read = silenceSchema.safeParse({
    ...matching,
    ...{ fromMs: nowMs, untilMs: nowMs + SILENCE_LENGTHS[length][1], why: fields.get('why') ?? '' },
  })
  if (!read.success) return refuse('A field takes at most 300 characters.')
  await makeChange(args, log => log.save(who, { what: 'silence', value: read.data }))
  return back('silenced')
}
