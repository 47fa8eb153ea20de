import type { Store } from '../store.ts'
import type { TimeRange } from '../units.ts'
import { type CounterIncrease, listCounters } from './list-counters.ts'
import { listRefusedRequests, type RefusedRequests } from './list-refused-requests.ts'

const KINDS = ['given-up', 'refused', 'unstorable', 'sdk'] as const

/** Telemetry that was lost for one reason, or that its sender has to send again. */
export interface Loss {
  /**
   * `given-up`: an exporter of a Collector dropped it after all retries. `refused`: a Collector did not take it, and told the sender.
   * `unstorable`: it is empty or has no ID, and a Collector dropped it. `sdk`: the SDK of a server dropped it.
   */
  readonly kind: (typeof KINDS)[number]
  /** The exporter that gave up, or the `reason` of `errata.telemetry.dropped_records` in otel/SIGNALS.md; otherwise ''. */
  readonly detail: string
  readonly spans: number
  readonly logs: number
  /** Data points, which SDKs do not count. */
  readonly points: number
}

/** The number of times that the relay of a service answered browsers with one status. */
export interface RelayedRequests {
  /** The service of the app whose relay it is. */
  readonly service: string
  /** The status as text, such as `200`. */
  readonly status: string
  readonly requests: number
}

export interface ReportedLosses {
  /** Those that lost something, in the order of the kinds, then by detail. */
  readonly losses: readonly Loss[]
  /** Rejected requests may have been sent again. */
  readonly relayed: readonly RelayedRequests[]
  /** Refused before they were read; not sent again. */
  readonly refusedRequests: readonly RefusedRequests[]
}

type Signal = 'spans' | 'logs' | 'points'
type CollectorCounter = readonly [metric: string, of: { readonly kind: Loss['kind']; readonly signal: Signal }]

/** e2e/ingest/losses.spec.ts notices if the Collector renames one. */
const COLLECTOR_COUNTERS: ReadonlyMap<string, CollectorCounter[1]> = new Map(
  (
    [
      ['spans', 'spans', 'spans'],
      ['logs', 'log_records', 'logs'],
      ['points', 'metric_points', 'datapoints'],
    ] as const
  ).flatMap(([signal, items, filtered]): CollectorCounter[] => [
    [`otelcol_exporter_send_failed_${items}`, { kind: 'given-up', signal }],
    [`otelcol_receiver_refused_${items}`, { kind: 'refused', signal }],
    [`otelcol_processor_filter_${filtered}.filtered`, { kind: 'unstorable', signal }],
  ]),
)
const SDK_COUNTER = 'errata.telemetry.dropped_records'
const RELAY_COUNTER = 'errata.relay.requests'

/** The Collector's filters that are no drop rules: what they drop is empty or has no ID. */
export const UNSTORABLE_FILTERS: readonly string[] = ['filter/no-id', 'filter/empty']

/**
 * Lists what Collectors, SDKs of servers and relays report to have lost or rejected. A process that is killed does not report its last seconds.
 *
 * @param options.range The time of the reports.
 * @throws {StoreError} Any kind.
 */
export async function listLosses(
  store: Store,
  { range }: { readonly range: TimeRange },
  signal?: AbortSignal,
): Promise<ReportedLosses> {
  // Two queries: the counters of many services must not leave those of the Collectors out.
  const [collectors, services, refusedRequests] = await Promise.all([
    listCounters(store, { metrics: [...COLLECTOR_COUNTERS.keys()], range }, signal),
    listCounters(store, { metrics: [SDK_COUNTER, RELAY_COUNTER], range, byService: true }, signal),
    listRefusedRequests(store, { range }, signal),
  ])
  const lost = [...collectors.flatMap(readCollectorLoss), ...services.flatMap(readSdkLoss)].filter(
    ({ items }) => items > 0,
  )
  return { losses: sumLosses(lost), relayed: sumRelayed(services), refusedRequests }
}

interface LostItems extends Pick<Loss, 'kind' | 'detail'> {
  readonly signal: Signal
  readonly items: number
}

function readCollectorLoss({ metric, attributes, rise }: CounterIncrease): LostItems[] {
  const counter = COLLECTOR_COUNTERS.get(metric)
  if (counter === undefined) return []
  if (counter.kind === 'unstorable' && !UNSTORABLE_FILTERS.includes(attributes['filter'] ?? '')) return []
  return [{ ...counter, detail: counter.kind === 'given-up' ? (attributes['exporter'] ?? '') : '', items: rise }]
}

function readSdkLoss({ metric, attributes, rise }: CounterIncrease): LostItems[] {
  if (metric !== SDK_COUNTER) return []
  const signal = attributes['signal'] === 'traces' ? 'spans' : 'logs'
  return [{ kind: 'sdk', detail: attributes['reason'] ?? '', signal, items: rise }]
}

function sumLosses(lost: readonly LostItems[]): Loss[] {
  const losses = new Map<string, Loss>()
  for (const { kind, detail, signal, items } of lost) {
    const key = `${KINDS.indexOf(kind)} ${detail}`
    const known = losses.get(key) ?? { kind, detail, spans: 0, logs: 0, points: 0 }
    losses.set(key, { ...known, [signal]: known[signal] + items })
  }
  return [...losses].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, loss]) => loss)
}

/** The signals of a service together. */
function sumRelayed(counters: readonly CounterIncrease[]): RelayedRequests[] {
  const relayed = new Map<string, RelayedRequests>()
  for (const { metric, service, attributes, rise } of counters) {
    if (metric !== RELAY_COUNTER || rise === 0) continue
    const status = attributes['http.response.status_code'] ?? ''
    const key = `${service} ${status}`
    relayed.set(key, { service, status, requests: (relayed.get(key)?.requests ?? 0) + rise })
  }
  return [...relayed.values()]
}
