import type { ScopeFilter } from '../../../store/comparison.ts'
import { listLogShapes, MAX_SHAPED_RECORDS } from '../../../store/services/list-log-shapes.ts'
import { listSpanShapes } from '../../../store/services/list-span-shapes.ts'
import type { Store } from '../../../store/store.ts'
import type { TimeRange } from '../../../store/units.ts'
import { describeTelemetry, SOUGHT_NAMES } from './describe-telemetry.ts'

interface TelemetryQuery {
  readonly range: TimeRange
  readonly listFilters: ScopeFilter & { readonly service: string }
}

/** What a service sends, from a sample of its traces and its newest log records. */
export async function queryTelemetry(store: Store, { range, listFilters }: TelemetryQuery, signal?: AbortSignal) {
  const asked = { range, names: SOUGHT_NAMES, ...listFilters }
  const [{ shapes, sample }, logShapes] = await Promise.all([
    listSpanShapes(store, asked, signal),
    listLogShapes(store, asked, signal),
  ])
  const report = describeTelemetry(shapes, logShapes)
  return { report, sample: { ...sample, hasMoreRecords: report.records === MAX_SHAPED_RECORDS } }
}
