import { readTimeRange, type TimeRange } from './time-range.ts'
import { readMomentNs, readText } from './trace-filters.ts'

/** Which exceptions a list shows. `''` stands for every service, route, issue or text. */
export interface ExceptionFilters {
  readonly service: string
  readonly route: string
  readonly issue: string
  /** Found anywhere in type or message, in any case. */
  readonly text: string
  readonly range: TimeRange
  /** Only exceptions before this moment, Unix nanoseconds: where the page before ended. */
  readonly before: bigint | undefined
}

/**
 * Reads `service`, `route`, `issue`, `q`, the time range and `before`.
 *
 * @param nowMs Unix milliseconds
 * @throws an answer of 400 for what cannot be read
 */
export function readExceptionFilters(params: URLSearchParams, nowMs: number): ExceptionFilters {
  return {
    service: params.get('service')?.trim() ?? '',
    route: params.get('route')?.trim() ?? '',
    issue: params.get('issue')?.trim() ?? '',
    text: readText(params.get('q')),
    range: readTimeRange(params, nowMs, '24h'),
    before: readMomentNs('before', params.get('before')),
  }
}
