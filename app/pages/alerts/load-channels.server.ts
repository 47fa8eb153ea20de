import { listAlertDeliveries } from '../../../store/alerts/list-alert-deliveries.ts'
import { DAY_MS } from '../../../store/time-units.ts'
import { nsOfMs } from '../../../store/units.ts'
import { isChannelKind } from '../../alerts/channel.ts'
import { alertsContext } from '../../alerts/run/alerts.server.ts'
import { query } from '../../data/query.ts'
import { formatCount } from '../../format/count.ts'
import { CHANNEL_KIND_LABELS, layoutChannelForm, listChannelKinds, maskTargets } from './channel-fields.server.ts'

type LoadArgs = Parameters<typeof query>[0] & { readonly url: URL }

/** A channel as the list shows it. */
export interface ShownChannel {
  readonly id: string
  readonly name: string
  readonly kind: string
  readonly target: string
  readonly isEnabled: boolean
  readonly isBrief: boolean
  readonly isWebhook: boolean
  /** Written with another secret key. */
  readonly isLocked: boolean
  /** Of how many rules. */
  readonly rules: number
  readonly last: { readonly atNs: bigint; readonly text: string; readonly isSent: boolean } | undefined
}

const MAX_STEPS = 100_000
const DELIVERIES_DAYS = 7

/** The channels with what became of their last message, and the form to make or change one. */
export async function loadChannels(args: LoadArgs) {
  const { searchParams } = args.url
  const nowMs = Date.now()
  const { log } = args.context.get(alertsContext)
  const fromNs = nsOfMs(nowMs - DELIVERIES_DAYS * DAY_MS)
  const [settings, steps] = await Promise.all([
    query(args, () => log.read(), {}),
    query(args, listAlertDeliveries, { fromNs, limit: MAX_STEPS }),
  ])
  const lastOf = (channel: string): ShownChannel['last'] => {
    const step = steps.findLast(of => of.channel === channel && of.state !== 'claimed')
    if (step === undefined) return undefined
    const took = `in ${formatCount(step.durationMs)} ms`
    const failed = step.state === 'given up' ? 'given up' : 'failed'
    const isSent = step.state === 'sent'
    return {
      atNs: step.atNs,
      isSent,
      text: isSent ? `sent ${took}` : `${failed}: ${step.reason || `status ${step.status}`}`,
    }
  }
  const rulesOf = (id: string) => settings.rules.filter(rule => rule.channels.includes(id)).length
  const shown: ShownChannel[] = [
    ...settings.channels.map(channel => ({
      ...{ id: channel.id, name: channel.name, kind: CHANNEL_KIND_LABELS[channel.kind], target: maskTargets(channel) },
      ...{ isEnabled: channel.isEnabled, isBrief: channel.isBrief, isWebhook: channel.kind === 'webhook' },
      ...{ isLocked: false, rules: rulesOf(channel.id), last: lastOf(channel.id) },
    })),
    ...settings.lockedChannels.map(({ id, name, kind }) => ({
      ...{ id, name, kind: CHANNEL_KIND_LABELS[kind], target: '', isEnabled: false, isBrief: false, isWebhook: false },
      ...{ isLocked: true, rules: rulesOf(id), last: lastOf(id) },
    })),
  ]
  const asked = searchParams.get('kind') ?? ''
  const old = settings.channels.find(({ id }) => id === searchParams.get('edit'))
  const isNew = isChannelKind(asked) || shown.length === 0
  return {
    nowMs,
    channels: shown,
    kinds: listChannelKinds(),
    /** Rules whose findings nobody is told. */
    untold: settings.rules.filter(rule => rule.channels.length === 0).map(({ name }) => name),
    form: old
      ? layoutChannelForm(old.kind, { old })
      : isNew
        ? layoutChannelForm(isChannelKind(asked) ? asked : 'slack')
        : undefined,
  }
}
