import { DAY_MS, MINUTE_MS } from '../../../store/time-units.ts'
import { nsOfMs, type TimeRange } from '../../../store/units.ts'

/** The window that a rule evaluates at a slot. */
export const windowOf = (slotMs: number, windowMinutes: number): TimeRange => ({
  from: nsOfMs(slotMs - windowMinutes * MINUTE_MS),
  to: nsOfMs(slotMs),
})

/** Pages compare an hour with the same: the time right before, three times as long, and the same time of seven earlier days. */
const TIMES_RIGHT_BEFORE = 3
const EARLIER_DAYS = [1, 2, 3, 4, 5, 6, 7]

/** The windows that a window is compared with, in whole five minutes, as transactions are counted. */
export function usualWindows(slotMs: number, windowMinutes: number): readonly TimeRange[] {
  const lengthMs = Math.ceil(windowMinutes / 5) * 5 * MINUTE_MS
  const endMs = Math.floor(slotMs / (5 * MINUTE_MS)) * 5 * MINUTE_MS
  const range = (fromMs: number, toMs: number) => ({ from: nsOfMs(fromMs), to: nsOfMs(toMs) })
  return [
    range(endMs - (TIMES_RIGHT_BEFORE + 1) * lengthMs, endMs - lengthMs),
    ...earlierDays(lengthMs).map(agoMs => range(endMs - agoMs - lengthMs, endMs - agoMs)),
  ]
}

/** A window of a day has the time right before among the earlier days: those are left out. */
const earlierDays = (lengthMs: number) =>
  EARLIER_DAYS.map(day => day * DAY_MS).filter(agoMs => agoMs >= (TIMES_RIGHT_BEFORE + 1) * lengthMs)
