import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../store/time-units.ts'
import { nsOfMs, type TimeRange } from '../../../store/units.ts'
import { LOST_TRAFFIC_PART, MIN_COUNT_FOR_PERCENTAGE } from '../../insights/thresholds.ts'
import { countIn, type SummedCounts } from './summed-counts.ts'

/** The requests of a service beside what is usual at this hour, as `listTrafficDeclines` compares them. */
export interface Traffic {
  /** 15, or 60 where 15 minutes usually have too few. */
  readonly minutes: number
  readonly recent: number
  readonly usual: number
  /** A small part is left of what is usual. */
  readonly isLost: boolean
}

/** Requests of the last minute may not be stored yet. */
const INGEST_DELAY_MS = MINUTE_MS
const DAYS = 7
const QUARTER_MS = 15 * MINUTE_MS

/** What is compared at a slot. */
export function trafficWindows(slotMs: number): readonly TimeRange[] {
  const hours = hoursOfDays(slotMs)
  return [...hours, ...hours.slice(0, 1).map(lastQuarterOf)]
}

const lastQuarterOf = ({ to }: TimeRange): TimeRange => ({ from: to - nsOfMs(QUARTER_MS), to })

/** The last whole hour before a slot, and the same hour of seven earlier days. */
function hoursOfDays(slotMs: number): readonly TimeRange[] {
  const toMs = Math.floor((slotMs - INGEST_DELAY_MS) / (5 * MINUTE_MS)) * 5 * MINUTE_MS
  return Array.from({ length: DAYS + 1 }, (_, day) => ({
    from: nsOfMs(toMs - day * DAY_MS - HOUR_MS),
    to: nsOfMs(toMs - day * DAY_MS),
  }))
}

/** @param counts Of one service. @returns `undefined` for a service that is younger than two days, or usually has too few requests */
export function compareTraffic(counts: readonly SummedCounts[], slotMs: number): Traffic | undefined {
  const hours = hoursOfDays(slotMs).map(hour => ({
    hour,
    requests: requestsIn(counts, hour),
    isKnown: counts.some(of => isSeenIn(of, hour)),
  }))
  const [now, ...before] = hours
  const days = before.findLastIndex(({ isKnown }) => isKnown) + 1
  if (now === undefined || days < 2) return undefined
  const sorted = before
    .slice(0, days)
    .map(({ requests }) => requests)
    .toSorted((a, b) => a - b)
  const median = sorted[Math.floor(days / 2)] ?? 0
  const usualHour = days === DAYS ? Math.min(median, before[DAYS - 1]?.requests ?? 0) : median
  const isFrequent = usualHour / 4 >= MIN_COUNT_FOR_PERCENTAGE
  const usual = isFrequent ? usualHour / 4 : usualHour
  if (usual < MIN_COUNT_FOR_PERCENTAGE) return undefined
  const recent = isFrequent ? requestsIn(counts, lastQuarterOf(now.hour)) : now.requests
  return {
    minutes: isFrequent ? 15 : 60,
    recent,
    usual: Math.round(usual),
    isLost: recent <= usual * LOST_TRAFFIC_PART,
  }
}

const requestsIn = (counts: readonly SummedCounts[], range: TimeRange) =>
  counts.reduce((sum, of) => sum + countIn(of, [range]).requests, 0)

const isSeenIn = ({ starts }: SummedCounts, { from, to }: TimeRange) =>
  starts.some(start => nsOfMs(start * 1_000) >= from && nsOfMs(start * 1_000) < to)
