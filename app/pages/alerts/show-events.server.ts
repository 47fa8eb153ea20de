import { type DeliveryStep, listAlertDeliveries } from '../../../store/alerts/list-alert-deliveries.ts'
import type { AlertEventType } from '../../../store/alerts/list-alert-events.ts'
import type { Store } from '../../../store/store.ts'
import type { Ns } from '../../../store/units.ts'
import type { AlertSettings } from '../../alerts/alert-log.server.ts'
import { formatAlertValue } from '../../alerts/describe-rule.ts'
import type { AlertEvent } from '../../alerts/event-content.ts'
import { linkSubject } from '../../alerts/message/alert-links.ts'
import { describeTold, type Told } from './describe-told.ts'

/** An event as lists show it. */
export interface ShownEvent {
  readonly id: string
  readonly what: AlertEventType
  readonly atNs: Ns
  readonly rule: string
  readonly ruleName: string
  /** What it is about, and the page that shows that. */
  readonly label: string
  readonly path: string
  readonly why: string
  /** `12 %`; '' without a unit. */
  readonly value: string
  readonly told: readonly Told[]
}

/** More steps than events of a page have. */
const MAX_STEPS = 100_000

interface ShowOptions {
  readonly settings: AlertSettings
  /** Events of the same episodes, by which it is known which ended. */
  readonly among: readonly AlertEvent[]
  readonly nowMs: number
}

/** Events with who was told of them. One query, none for no events. @returns In the same order. */
export async function showEvents(
  store: Store,
  events: readonly AlertEvent[],
  { settings, among, nowMs }: ShowOptions,
  signal?: AbortSignal,
): Promise<ShownEvent[]> {
  const steps = await listSteps(store, events, signal)
  const ends = new Map(
    among.filter(({ what }) => what === 'resolved').map(({ episode, atNs }) => [episode, Number(atNs / 1_000_000n)]),
  )
  return events.map(event => {
    const { id, what, atNs, rule, episode, content } = event
    const known = settings.rules.find(of => of.id === rule)
    const endedMs = ends.get(episode)
    return {
      ...{ id, what, atNs, rule, ruleName: known?.name ?? content.ruleName },
      ...{ label: content.label || content.service || 'everything', path: linkSubject(event, known)[0].path },
      ...{ why: content.why, value: formatAlertValue(content.value, content.unit) },
      told: describeTold(event, { steps: steps.get(id) ?? [], settings, endedMs, nowMs }),
    }
  })
}

async function listSteps(
  store: Store,
  events: readonly AlertEvent[],
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<string, readonly DeliveryStep[]>> {
  const [first] = events.map(({ atNs }) => atNs).toSorted((a, b) => (a < b ? -1 : 1))
  if (first === undefined) return new Map()
  const steps = await listAlertDeliveries(store, { fromNs: first, limit: MAX_STEPS }, signal)
  return Map.groupBy(steps, ({ event }) => event)
}
