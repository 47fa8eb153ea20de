import type { Ns, TimeRange } from './units.ts'

/** A period and the previous one of the same length. */
export interface ComparedPeriods {
  /** Start of the previous period. All times are multiples of `stepNs`, UTC. */
  readonly beforeNs: Ns
  /** Start of the current period, end of the previous one. */
  readonly fromNs: Ns
  readonly toNs: Ns
  /** Length of a chart bucket: a multiple of five minutes. */
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

const MINUTE_NS = 60_000_000_000n
const STORED_STEP_MINUTES = [180, 30, 5] as const

/** The longest stored step, in minutes, that divides a bucket. @throws {RangeError} If none does. */
export function longestStoredStepMinutes({ stepNs }: Pick<ComparedPeriods, 'stepNs'>): number {
  const minutes = STORED_STEP_MINUTES.find(kept => stepNs % (BigInt(kept) * MINUTE_NS) === 0n)
  if (minutes === undefined || stepNs <= 0n) throw new RangeError(`${stepNs} ns is not a whole number of five minutes`)
  return minutes
}

/** A range extended to whole buckets, and as many buckets before it. */
export function addPreviousPeriod({ from, to }: TimeRange, stepNs: Ns): ComparedPeriods {
  const fromNs = (from / stepNs) * stepNs
  const toNs = ((to + stepNs - 1n) / stepNs) * stepNs
  const beforeNs = fromNs - (toNs - fromNs)
  return { beforeNs: beforeNs < 0n ? 0n : beforeNs, fromNs, toNs, stepNs }
}

/** Parameters of every overview query. */
export function scopeFilterParams({ service = '', environment = '', release = '', hidden = [] }: ScopeFilter) {
  return { service, environment, release, hidden }
}

/** Parameters of a query that counts by bucket over both periods. */
export function bucketSqlParams({ comparison, ...filter }: ScopeFilter & { comparison: ComparedPeriods }) {
  const { beforeNs, toNs, stepNs } = comparison
  return {
    fromNs: beforeNs,
    toNs,
    stepNs,
    everyMinutes: longestStoredStepMinutes(comparison),
    ...scopeFilterParams(filter),
    limit: 100_000,
  }
}
