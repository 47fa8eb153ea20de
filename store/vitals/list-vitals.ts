import { z } from 'zod'
import { countColumn } from '../columns.ts'
import { type ComparedPeriods, type ScopeFilter, scopeFilterParams } from '../comparison.ts'
import type { Store } from '../store.ts'
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

/** A web vital with how many of its measurements are good and poor. */
export interface RatedVital extends WebVital {
  readonly good: number
  readonly poor: number
}

interface VitalBounds {
  readonly vital: WebVital['vital']
  /** Up to it a measurement is good. */
  readonly good: number
  /** Above it a measurement is poor. */
  readonly poor: number
}

/** If a vital has more, every second, fourth, … one is read. */
const MAX_ROWS = 4_000

/**
 * Reads the web vitals: their 75th percentiles now and before, and how many measurements are good and poor now.
 *
 * @returns By name, without vitals that were not measured now.
 * @throws {StoreError} Any kind.
 * @see https://opentelemetry.io/docs/specs/semconv/browser/browser-events/ for `browser.web_vital.*`
 */
export function listVitals(
  store: Store,
  { comparison, bounds, ...filter }: ScopeFilter & { comparison: ComparedPeriods; bounds: readonly VitalBounds[] },
  signal?: AbortSignal,
): Promise<RatedVital[]> {
  const { beforeNs, fromNs, toNs } = comparison
  const rating = {
    vitals: bounds.map(({ vital }) => vital),
    good: bounds.map(({ good }) => `${good}`),
    poor: bounds.map(({ poor }) => `${poor}`),
  }
  const params = { beforeNs, fromNs, toNs, maxRows: MAX_ROWS, ...rating, ...scopeFilterParams(filter), limit: 10 }
  return store.query({ name: 'list-vitals', sql, params, decode: row.parse }, signal)
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

const row = webVitalRow.extend({ good: countColumn, poor: countColumn })
