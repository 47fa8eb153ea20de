import { type DiskForecast, forecastDisk, MAX_DAYS, RATE_DAYS } from '../../../store/storage/forecast-disk.ts'
import { getStorage } from '../../../store/storage/get-storage.ts'
import { listBytesByDay } from '../../../store/storage/list-bytes-by-day.ts'
import { DAY_MS } from '../../../store/time-units.ts'
import { formatBytes } from '../../format/bytes.ts'
import { pluralize } from '../../format/count.ts'
import type { Judge, Judgement, Observation } from '../judge.ts'
import type { KnownRule } from '../rule.ts'
import { judgeEach, NOTHING_ABOUT } from './judge-rules.ts'

/** Judges when the disk is full, see {@link forecastDisk}. */
export const judgeDisk: Judge<'disk'> = async (store, { rules, slotsMs }, signal) => {
  const [storage, days] = await Promise.all([getStorage(store, {}, signal), listBytesByDay(store, {}, signal)])
  return judgeEach({ rules, slotsMs }, (rule, slotMs) => {
    const none: Judgement = { outcome: 'no data', observations: [], fromMs: slotMs - RATE_DAYS * DAY_MS }
    const forecast = storage && days && forecastDisk(storage, days, slotMs)
    return forecast === undefined ? none : { ...none, outcome: 'judged', observations: [observe(rule, forecast)] }
  })
}

function observe(rule: KnownRule<'disk'>, { left, freeBytes, bytesADay }: DiskForecast): Observation {
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
