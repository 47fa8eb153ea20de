import { data, redirect } from 'react-router'
import { DAY_MS, MINUTE_MS } from '../../../store/time-units.ts'
import { nsOfMs } from '../../../store/units.ts'
import { formatAlertValue, UNIT_OF_KIND } from '../../alerts/describe-rule.ts'
import { previewRule, type RulePreview } from '../../alerts/preview/preview-rule.server.ts'
import { type AlertRule, isOneOff, parseRule } from '../../alerts/rule.ts'
import { alertsContext } from '../../alerts/run/alerts.server.ts'
import { lowPriority, query, tryQuery } from '../../data/query.ts'
import { pluralize } from '../../format/count.ts'
import { formatDuration } from '../../format/duration.ts'
import { alertRulePath } from '../../url/alert-address.ts'
import { notFound } from '../../url/not-found.ts'
import { scopedPath } from '../../url/scope.ts'
import { type ChangeArgs, makeChange, readChangeForm, refusalOfChange } from './change-form.server.ts'
import { layoutRuleForm, listRuleChannels, type RuleForm, readRuleFields } from './rule-fields.server.ts'

/** What a rule would have told, as it is shown. */
export interface ShownPreview {
  /** `It would have fired 7 times in the last 7 days.` */
  readonly title: string
  /** How it was checked, in a sentence. */
  readonly note: string
  /** The newest first, at most {@link MAX_SHOWN}. */
  readonly episodes: readonly {
    readonly key: string
    readonly atNs: bigint
    readonly label: string
    readonly why: string
    /** `12 min`; '' for what happens once. */
    readonly length: string
    readonly value: string
  }[]
}

const MAX_SHOWN = 50

/** What the form of a rule is answered with, unless it leads on. */
export interface RuleAnswer {
  readonly form: RuleForm | undefined
  readonly refused: string
  readonly preview: ShownPreview | undefined
}

/**
 * Previews, saves, deletes or restores a rule.
 *
 * @param id '' for a new one
 * @returns 400 with the faults at their fields for a rule that cannot be read
 */
export async function changeRule(args: ChangeArgs, id: string) {
  const { fields, who } = await readChangeForm(args)
  const alerts = args.context.get(alertsContext)
  const settings = await query(args, () => alerts.log.read(), {})
  const channels = listRuleChannels(settings)
  const answer = (given: Partial<RuleAnswer>, status = 200) =>
    data<RuleAnswer>(
      { form: layoutRuleForm(fields, { channels }), refused: '', preview: undefined, ...given },
      { status },
    )
  const leadTo = (rule: string, did: string) =>
    redirect(scopedPath(`${alertRulePath(rule)}?did=${did}`, args.url.searchParams))
  const does = fields.get('do')
  const refused = does === 'preview' ? '' : refusalOfChange(args)
  if (refused !== '') return answer({ refused }, 429)
  if (does === 'delete') {
    if (settings.rules.every(rule => rule.id !== id)) throw notFound('There is no such rule.')
    await makeChange(args, log => log.remove(who, 'rule', id))
    return leadTo(id, 'deleted')
  }
  if (does === 'restore') {
    const revisions = await query(args, () => alerts.log.listRevisions(id), {})
    const revision = revisions.find(of => of.id === fields.get('revision') && of.value !== '')
    const restored = revision && readStoredRule(revision.value)
    if (restored === undefined) return answer({ form: undefined, refused: 'This revision cannot be restored.' }, 400)
    await makeChange(args, log => log.save(who, { what: 'rule', value: restored }, { id }))
    return leadTo(id, 'restored')
  }
  const read = readRuleFields(fields)
  if ('faults' in read) return answer({ form: layoutRuleForm(fields, { channels, faults: read.faults }) }, 400)
  const { rule } = read
  if (does === 'save') {
    const saved = await makeChange(args, log => log.save(who, { what: 'rule', value: rule }, id === '' ? {} : { id }))
    return leadTo(saved, id === '' ? 'created' : 'saved')
  }
  const nowMs = Date.now()
  const asked = { rule, nowMs, ...alerts.judgeSettings() }
  const previewed = await tryQuery(args, previewRule, asked, lowPriority)
  if ('outage' in previewed) return answer({ refused: `No preview: ${previewed.outage.what}` }, 503)
  return answer({ preview: showPreview(rule, previewed.answer, nowMs) })
}

/** A rule as a revision has it; `undefined` if this version cannot read it. */
export function readStoredRule(value: string): AlertRule | undefined {
  const read = parseRule(value === '' ? undefined : JSON.parse(value))
  return 'rule' in read ? read.rule : undefined
}

function showPreview(
  rule: AlertRule,
  { episodes, checkedFromMs, stepMinutes }: RulePreview,
  nowMs: number,
): ShownPreview {
  const days = Math.round((nowMs - checkedFromMs) / DAY_MS)
  const times =
    episodes.length === 0
      ? 'not have fired'
      : `have fired ${episodes.length === 1 ? 'once' : `${episodes.length} times`}`
  const unit = UNIT_OF_KIND[rule.kind]
  return {
    title: `It would ${times} in the last ${pluralize(days, 'day')}.`,
    note:
      stepMinutes > 1 && !isOneOff(rule)
        ? `Checked every ${formatDuration(nsOfMs(stepMinutes * MINUTE_MS))}: what was over between two checks is not counted.`
        : '',
    episodes: episodes
      .toSorted((a, b) => b.firedMs - a.firedMs)
      .slice(0, MAX_SHOWN)
      .map(({ subject, firedMs, endedMs, label, why, value }) => ({
        ...{ key: `${firedMs} ${subject}`, atNs: nsOfMs(firedMs), label: label || 'everything', why },
        length: isOneOff(rule) ? '' : endedMs === undefined ? 'goes on' : formatDuration(nsOfMs(endedMs - firedMs)),
        value: formatAlertValue(value, unit),
      })),
  }
}
