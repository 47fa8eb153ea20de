import type { Rhythm } from '../../store/services/list-rhythms.ts'
import { DAY_NS } from '../../store/time-units.ts'
import type { Ns } from '../../store/units.ts'
import {
  LONGER_THAN_USUAL,
  MIN_EVEN_SHARE,
  MIN_RUNS,
  MIN_USUAL_DAYS,
  MIN_USUAL_RUNS,
  MISSED_PERIODS,
} from './thresholds.ts'

/** Operations of a service that should have run, but did not. */
export interface Silence {
  readonly service: string
  readonly environment: string
  /** The operations, the one that ran last first; none if the whole service is silent: no job, but most of its operations, and no other ran since. */
  readonly operations: readonly string[]
  /** When one of them last ran. */
  readonly lastSeenNs: Ns
  /** The time from one run of the first one to the next, if it runs by a timer. */
  readonly periodNs: Ns | undefined
}

const DAY = Number(DAY_NS)
/** A job that has missed so many runs was removed, not forgotten. */
const MAX_MISSED_PERIODS = 7

/**
 * Finds what is silent by its own rhythm: a job by its timer, what people call by the same hours of earlier days. What has been silent for a
 * day and seven periods was removed.
 *
 * @returns One per service and environment, that which ran last first.
 */
export function findSilences(rhythms: readonly Rhythm[], nowNs: Ns): Silence[] {
  const silent = rhythms.filter(of => isSilent(of, nowNs))
  return [...Map.groupBy(silent, ({ service, environment }) => JSON.stringify([service, environment])).values()]
    .flatMap(([first, ...others]) => (first === undefined ? [] : describe(first, others)))
    .toSorted((a, b) => Number(b.lastSeenNs - a.lastSeenNs))
}

function describe(first: Rhythm, others: readonly Rhythm[]): Silence {
  const { service, environment, lastSeenNs, serviceLastSeenNs, serviceOperations, periodNs } = first
  const areMost = others.length > 0 && 2 * (others.length + 1) > serviceOperations
  const isWhole = !isEven(first) && areMost && serviceLastSeenNs === lastSeenNs
  return {
    service,
    environment,
    operations: isWhole ? [] : [first, ...others].map(({ operation }) => operation),
    lastSeenNs,
    periodNs: isEven(first) ? periodNs : undefined,
  }
}

function isSilent(rhythm: Rhythm, nowNs: Ns): boolean {
  const silentNs = Number(nowNs - rhythm.lastSeenNs)
  const periodNs = Number(rhythm.periodNs)
  if (silentNs > DAY && silentNs > MAX_MISSED_PERIODS * periodNs) return false
  const isLate =
    isEven(rhythm) &&
    silentNs > MISSED_PERIODS * periodNs &&
    silentNs > LONGER_THAN_USUAL * Number(rhythm.longestUsualNs)
  return isLate || (silentNs <= DAY && rhythm.days >= MIN_USUAL_DAYS && rhythm.leastUsual >= MIN_USUAL_RUNS)
}

/** Whether it runs by a timer, as a job does. */
export const isEven = ({ runs, evenRuns }: Pick<Rhythm, 'runs' | 'evenRuns'>) =>
  runs >= MIN_RUNS && evenRuns >= MIN_EVEN_SHARE * (runs - 1)
