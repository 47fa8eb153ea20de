import { z } from 'zod'
import { type ComparedPeriods, type ScopeFilter, scopeFilterParams } from '../comparison.ts'
import type { Store } from '../store.ts'
import { countColumn } from '../units.ts'
import sql from './list-vitals.sql?raw'

export interface WebVital {
  readonly vital: 'cls' | 'fcp' | 'inp' | 'lcp' | 'ttfb'
  /** 75th percentile: milliseconds; a score for cls. */
  readonly now: number
  /** `undefined` if there was none. */
  readonly before: number | undefined
  /** Measurements that were read for `now`. */
  readonly samples: number
}

/** If a vital has more, every second, fourth, … one is read. */
const MAX_ROWS = 4_000

/**
 * Reads the web vitals: their 75th percentiles now and before.
 *
 * @returns By name, without vitals that were not measured now.
 * @throws {StoreError} Any kind.
 * @see https://opentelemetry.io/docs/specs/semconv/browser/browser-events/ for `browser.web_vital.*`
 */
export function listVitals(
  store: Store,
  { comparison, ...filter }: ScopeFilter & { comparison: ComparedPeriods },
  signal?: AbortSignal,
): Promise<WebVital[]> {
  const { beforeNs, fromNs, toNs } = comparison
  const params = { beforeNs, fromNs, toNs, maxRows: MAX_ROWS, ...scopeFilterParams(filter), limit: 10 }
  return store.query({ name: 'list-vitals', sql, params, decode: webVitalRow.parse }, signal)
}

/** Decodes a {@link WebVital}. */
export const webVitalRow = z.object({
  vital: z.enum(['cls', 'fcp', 'inp', 'lcp', 'ttfb']),
  now: z.number(),
  before: z
    .number()
    .nullable()
    .transform(value => value ?? undefined),
  samples: countColumn,
})
