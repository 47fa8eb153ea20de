import { data, redirect } from 'react-router'
import { limitKeyOf } from '../../access/reader.ts'
import { isChannelKind, type KnownChannel } from '../../alerts/channel.ts'
import { alertsContext } from '../../alerts/run/alerts.server.ts'
import { query } from '../../data/query.ts'
import { testMessageLimiterContext } from '../../data/settings.ts'
import { formatCount } from '../../format/count.ts'
import { SECRET_HEADERS } from '../../http/secret-headers.ts'
import { CHANNELS_PATH } from '../../url/alert-address.ts'
import { scopedPath } from '../../url/scope.ts'
import { type ChangeArgs, type ChangeForm, makeChange, readChangeForm, refusalOfChange } from './change-form.server.ts'
import { type ChannelForm, layoutChannelForm, newWebhookSecret, readChannelFields } from './channel-fields.server.ts'

/** What a form of the channels is answered with, unless it leads on. */
export interface ChannelsAnswer {
  readonly refused: string
  readonly form: ChannelForm | undefined
  /** A secret that was generated, and is shown once; '' for none. */
  readonly secret: string
  /** What became of a test message. */
  readonly tested: { readonly text: string; readonly isSent: boolean } | undefined
}

/** Makes, changes, tests or deletes a channel; 400 with the faults at their fields, 429 for too many. */
export async function changeChannels(args: ChangeArgs) {
  const form = await readChangeForm(args)
  const { fields, who } = form
  const alerts = args.context.get(alertsContext)
  const does = fields.get('do')
  if (does !== 'test') {
    const refused = refusalOfChange(args)
    if (refused !== '') return answerWith({ refused }, { status: 429 })
  }
  const { channels, lockedChannels } = await query(args, () => alerts.log.read({ maxAgeMs: 0 }), {})
  const id = fields.get('channel') ?? ''
  const old = channels.find(of => of.id === id)
  if (does === 'delete') {
    const isKnown = old !== undefined || lockedChannels.some(of => of.id === id)
    if (!isKnown) return answerWith({ refused: 'This channel was deleted already.' }, { status: 400 })
    await makeChange(args, log => log.remove(who, 'channel', id))
    return leadTo(args, 'deleted')
  }
  if (id !== '' && old === undefined) return answerWith({ refused: 'There is no such channel.' }, { status: 400 })
  if (does === 'test' && old !== undefined) return testChannel(args, old)
  if (does === 'new-secret' && old?.kind === 'webhook') {
    const { id: _, ...channel } = old
    const secret = newWebhookSecret()
    const value = { ...channel, to: { ...channel.to, secret } }
    await makeChange(args, log => log.save(who, { what: 'channel', value }, { id }))
    return answerWith({ secret }, { headers: SECRET_HEADERS })
  }
  return saveChannel(args, form, old)
}

async function saveChannel(args: ChangeArgs, { fields, who }: ChangeForm, old: KnownChannel | undefined) {
  const kind = old?.kind ?? fields.get('kind') ?? ''
  const read = readChannelFields(fields, old)
  if ('faults' in read) {
    if (!isChannelKind(kind)) return answerWith({ refused: 'Choose a kind of channel.' }, { status: 400 })
    const form = layoutChannelForm(kind, { old, sent: fields, faults: read.faults })
    return answerWith({ form }, { status: 400 })
  }
  const { channel } = read
  const saved = await makeChange(args, log =>
    log.save(who, { what: 'channel', value: channel }, old === undefined ? {} : { id: old.id }),
  )
  if (fields.has('tellAll')) await tellAll(args, who, saved)
  if (channel.kind === 'webhook' && old === undefined)
    return answerWith({ secret: channel.to.secret }, { headers: SECRET_HEADERS })
  return leadTo(args, old === undefined ? 'added' : 'saved')
}

/** What rules that told nobody find is told to this channel. */
async function tellAll(args: ChangeArgs, who: string, channel: string): Promise<void> {
  const { rules } = await query(args, () => args.context.get(alertsContext).log.read({ maxAgeMs: 0 }), {})
  for (const { id, revision: _, sinceMs: __, ...rule } of rules) {
    if (rule.channels.length > 0) continue
    const value = { ...rule, channels: [channel] }
    await query(args, () => args.context.get(alertsContext).log.save(who, { what: 'rule', value }, { id }), {})
  }
}

async function testChannel(args: ChangeArgs, channel: KnownChannel) {
  const budget = args.context.get(testMessageLimiterContext)
  const reader = limitKeyOf(args)
  if (!budget.allows(reader, 1))
    return answerWith({ refused: 'Too many test messages: at most 5 within a minute.' }, { status: 429 })
  budget.spend(reader, { batch: '', count: 1 })
  const sent = await query(args, () => args.context.get(alertsContext).sendTest(channel), {})
  const took = `in ${formatCount(Math.round(sent.durationMs))} ms`
  const status = sent.status === 0 ? '' : ` (status ${sent.status})`
  const text =
    sent.state === 'sent'
      ? `“${channel.name}” took the test message ${took}${status}.`
      : `The test message to “${channel.name}” failed ${took}${status}: ${sent.reason}`
  return answerWith({ tested: { text, isSent: sent.state === 'sent' } })
}

const leadTo = (args: ChangeArgs, did: string) =>
  redirect(scopedPath(`${CHANNELS_PATH}?did=${did}`, args.url.searchParams))

const answerWith = (answer: Partial<ChannelsAnswer>, init: ResponseInit = {}) =>
  data<ChannelsAnswer>({ refused: '', form: undefined, secret: '', tested: undefined, ...answer }, init)
