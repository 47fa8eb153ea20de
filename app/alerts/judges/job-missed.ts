import { DAY_MS } from '../../../store/time-units.ts'
import { nsOfMs } from '../../../store/units.ts'
import { formatDuration, formatMinutes } from '../../format/duration.ts'
import { findSilences, isEven } from '../../insights/find-silences.ts'
import { MISSED_PERIODS } from '../../insights/thresholds.ts'
import type { Judge, Observation } from '../judge.ts'
import { askRhythms } from './ask-rhythms.ts'
import { judgeEach, keepClosest, NOTHING_ABOUT, passes, watchesService, writeSubject } from './judge-rules.ts'

/** Judges jobs as the overview does: those that run by a timer and have missed a run. */
export const judgeMissedJobs: Judge<'job missed'> = async (store, { rules, slotsMs, ...settings }, signal) => {
  const rhythms = await askRhythms(store, slotsMs, signal)
  const jobsAt = Map.groupBy(rhythms.filter(isEven), ({ atNs }) => atNs)
  return judgeEach({ rules, slotsMs }, (rule, slotMs) => {
    const jobs = (jobsAt.get(nsOfMs(slotMs)) ?? []).filter(
      ({ service, environment, operation }) =>
        watchesService(rule, service, settings) &&
        passes(rule.environment, environment) &&
        passes(rule.operation, operation),
    )
    const observations = jobs.map((job): Observation => {
      const { service, environment, operation, lastSeenNs, periodNs } = job
      const silentNs = nsOfMs(slotMs) - lastSeenNs
      return {
        subject: writeSubject(service, environment, operation),
        cause: '',
        isBreach: findSilences([job], nsOfMs(slotMs)).length > 0,
        value: Number(silentNs),
        threshold: Number(periodNs) * MISSED_PERIODS,
        unit: 'ns',
        label: `${operation} of ${service}`,
        why: `last ran ${formatMinutes(silentNs)} ago, usually every ${formatDuration(periodNs)}`,
        about: { ...NOTHING_ABOUT, service, environment, operation },
      }
    })
    return { outcome: 'judged', observations: keepClosest(observations), fromMs: slotMs - DAY_MS }
  })
}
