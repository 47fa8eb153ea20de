import type { Ns, TimeRange } from './units.ts'

/** A period and the previous one, each counted to the nanosecond. Half-open. */
export interface ComparedPeriods {
  /** Start of the previous period; `fromNs` if it would be before 1970. */
  readonly beforeNs: Ns
  /** Start of the current period, end of the previous one. */
  readonly fromNs: Ns
  readonly toNs: Ns
  /** How long the current period has lasted, and the previous one did. */
  readonly lastedNs: Ns
  /** Length of a chart bucket: a multiple of five minutes. Buckets start at its multiples; the first and the last may be partial. */
  readonly stepNs: Ns
}

/** Filters of overview queries; a missing one matches everything. */
export interface ScopeFilter {
  readonly service?: string
  /** deployment.environment.name */
  readonly environment?: string
  /** service.version */
  readonly release?: string
  /** Services to leave out. */
  readonly hidden?: readonly string[]
}

/** A range without what is still to come; all of it if it has not begun. */
export function endAt({ from, to }: TimeRange, nowNs: Ns): TimeRange {
  return { from, to: nowNs > from && nowNs < to ? nowNs : to }
}

/** The previous period: as long as a range has lasted, up to where it begins; empty if it would start before 1970. */
export function previousPeriod(range: TimeRange, nowNs: Ns): TimeRange {
  const { from, to } = endAt(range, nowNs)
  const beforeNs = 2n * from - to
  return { from: beforeNs < 0n ? from : beforeNs, to: from }
}

/** A range and its previous period. A range that ends now includes what senders date a little ahead, for which it is no longer. */
export function addPreviousPeriod(range: TimeRange, stepNs: Ns, nowNs = range.to): ComparedPeriods {
  const lastedNs = endAt(range, nowNs).to - range.from
  return { beforeNs: previousPeriod(range, nowNs).from, fromNs: range.from, toNs: range.to, lastedNs, stepNs }
}

/** Parameters of every overview query. */
export function scopeFilterParams({ service = '', environment = '', release = '', hidden = [] }: ScopeFilter) {
  return { service, environment, release, hidden }
}
