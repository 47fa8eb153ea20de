import type { ScopeFilter } from '../../../store/comparison.ts'
import { listLogShapes, MAX_SHAPED_RECORDS } from '../../../store/services/list-log-shapes.ts'
import { listSpanShapes } from '../../../store/services/list-span-shapes.ts'
import type { Store } from '../../../store/store.ts'
import { DAY_NS, HOUR_NS } from '../../../store/time-units.ts'
import type { Ns, TimeRange } from '../../../store/units.ts'
import { describeTelemetry, SOUGHT_NAMES } from './describe-telemetry.ts'

interface TelemetryQuery {
  readonly range: TimeRange
  readonly listFilters: ScopeFilter & { readonly service: string }
}

/** In a longer range only the last day is read: what a service sent before it may have been mended. "Last 24 hours" is a few minutes longer. */
const MAX_READ_NS = DAY_NS + HOUR_NS

/** Reports what a service sends, from a sample of its traces and its newest log records. */
export async function queryTelemetry(store: Store, { range, listFilters }: TelemetryQuery, signal?: AbortSignal) {
  const from = range.to - range.from > MAX_READ_NS ? ((range.to - DAY_NS) as Ns) : range.from
  const asked = { range: { from, to: range.to }, names: SOUGHT_NAMES, ...listFilters }
  const [{ shapes, sample }, logShapes] = await Promise.all([
    listSpanShapes(store, asked, signal),
    listLogShapes(store, asked, signal),
  ])
  const report = describeTelemetry(shapes, logShapes)
  const isLastDay = from > range.from
  return { report, sample: { ...sample, isLastDay, hasMoreRecords: report.records === MAX_SHAPED_RECORDS } }
}
