import type { Ns, TimeRange } from './units.ts'

/** A time and one just as long before it. */
export interface Comparison {
  /** From here to `fromNs` is before. Each is a whole number of steps, UTC. */
  readonly beforeNs: Ns
  /** From here to `toNs` is now. */
  readonly fromNs: Ns
  readonly toNs: Ns
  /** Length of a bucket of a chart: a whole number of five minutes. */
  readonly stepNs: Ns
}

/** What is looked at; without a word about it, everything. */
export interface ScopeFilter {
  readonly service?: string
  /** deployment.environment.name */
  readonly environment?: string
  /** service.version */
  readonly release?: string
  /** Services that are left out. */
  readonly hidden?: readonly string[]
}

const MINUTE_NS = 60_000_000_000n
const KEPT_MINUTES = [180, 30, 5] as const

/** The longest step that the tables are kept by and that divides the bucket's. @throws {RangeError} for a bucket that none divides */
export function stepOf({ stepNs }: Pick<Comparison, 'stepNs'>): number {
  const minutes = KEPT_MINUTES.find(kept => stepNs % (BigInt(kept) * MINUTE_NS) === 0n)
  if (minutes === undefined || stepNs <= 0n) throw new RangeError(`${stepNs} ns is not a whole number of five minutes`)
  return minutes
}

/** A range in whole buckets, and as many before it. */
export function compareWithBefore({ from, to }: TimeRange, stepNs: Ns): Comparison {
  const fromNs = (from / stepNs) * stepNs
  const toNs = ((to + stepNs - 1n) / stepNs) * stepNs
  const beforeNs = fromNs - (toNs - fromNs)
  return { beforeNs: beforeNs < 0n ? 0n : beforeNs, fromNs, toNs, stepNs }
}

/** The parameters that every query of an overview has. */
export function scopeFilterParams({ service = '', environment = '', release = '', hidden = [] }: ScopeFilter) {
  return { service, environment, release, hidden }
}

/** The parameters of a query that counts by buckets, of now and of before alike. */
export function bucketParams({ comparison, ...filter }: ScopeFilter & { comparison: Comparison }) {
  const { beforeNs, toNs, stepNs } = comparison
  return {
    fromNs: beforeNs,
    toNs,
    stepNs,
    everyMinutes: stepOf(comparison),
    ...scopeFilterParams(filter),
    limit: 100_000,
  }
}
