import { getStorage } from '../../../store/storage/get-storage.ts'
import { type BytesOfDay, listBytesByDay } from '../../../store/storage/list-bytes-by-day.ts'
import { DAY_MS } from '../../../store/time-units.ts'
import { formatBytes } from '../../format/bytes.ts'
import { pluralize } from '../../format/count.ts'
import type { Judge, Judgement, Observation } from '../judge.ts'
import type { KnownRule } from '../rule.ts'
import { judgeEach, NOTHING_ABOUT } from './judge-rules.ts'

/** Whole days that tell the present rate. */
const RATE_DAYS = 3
/** A disk that lasts longer is not looked at. */
const MAX_DAYS = 365

/**
 * When the disk is full at the present rate: that of the last whole days, less what is deleted meanwhile because it is kept no longer. For a
 * time in the past, what was stored since is taken off.
 */
export const judgeDisk: Judge<'disk'> = async (store, { rules, slotsMs }, signal) => {
  const [storage, days] = await Promise.all([getStorage(store, {}, signal), listBytesByDay(store, {}, signal)])
  return judgeEach({ rules, slotsMs }, (rule, slotMs) => {
    const none: Judgement = { outcome: 'no data', observations: [], fromMs: slotMs - RATE_DAYS * DAY_MS }
    if (storage === undefined || days === undefined) return none
    const today = dayOf(slotMs)
    const freeBytes = storage.free + days.filter(({ day }) => day > today).reduce((sum, { ofDay }) => sum + ofDay, 0)
    const rate = rateAt(days, slotMs)
    if (rate === undefined) return none
    const left = daysUntilFull({ days, slotMs, freeBytes, bytesADay: rate })
    return { ...none, outcome: 'judged', observations: [observe(rule, { left, freeBytes, bytesADay: rate })] }
  })
}

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** @returns `undefined` before the end of the first whole day */
function rateAt(days: readonly BytesOfDay[], slotMs: number): number | undefined {
  const first = days.find(({ ofDay }) => ofDay > 0)?.day ?? '9'
  const whole = Array.from({ length: RATE_DAYS }, (_, i) => dayOf(slotMs - (i + 1) * DAY_MS)).filter(day => day > first)
  if (whole.length === 0) return undefined
  return days.filter(({ day }) => whole.includes(day)).reduce((sum, { ofDay }) => sum + ofDay, 0) / whole.length
}

interface Filling {
  readonly days: readonly BytesOfDay[]
  readonly slotMs: number
  readonly freeBytes: number
  readonly bytesADay: number
}

/** In whole days; at most {@link MAX_DAYS}. */
export function daysUntilFull({ days, slotMs, freeBytes, bytesADay }: Filling): number {
  const leaving = new Map(days.map(({ day, leaving }) => [day, leaving]))
  let free = freeBytes
  for (let left = 0; left < MAX_DAYS; left++) {
    free += (leaving.get(dayOf(slotMs + (left + 1) * DAY_MS)) ?? 0) - bytesADay
    if (free <= 0) return left
  }
  return MAX_DAYS
}

function observe(
  rule: KnownRule<'disk'>,
  { left, freeBytes, bytesADay }: { readonly left: number; readonly freeBytes: number; readonly bytesADay: number },
): Observation {
  const { withinDays } = rule.watch
  const rate = `${formatBytes(freeBytes)} free, ${formatBytes(Math.round(bytesADay))} a day`
  return {
    ...{ subject: '', cause: '', label: 'disk of the database', about: NOTHING_ABOUT },
    ...{ isBreach: left < withinDays, value: left, threshold: withinDays, unit: 'days' },
    why:
      left >= MAX_DAYS
        ? `not full within a year: ${rate}`
        : `full in ${left === 0 ? 'less than a day' : pluralize(left, 'day')}: ${rate}`,
  }
}
