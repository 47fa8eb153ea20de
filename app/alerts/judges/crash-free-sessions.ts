import { countCrashesInWindows, SESSION_BUCKET_MS } from '../../../store/alerts/count-crashes-in-windows.ts'
import { MINUTE_MS } from '../../../store/time-units.ts'
import { nsOfMs } from '../../../store/units.ts'
import { formatShare } from '../../format/amount.ts'
import { pluralize } from '../../format/count.ts'
import type { Judge, Observation } from '../judge.ts'
import type { KnownRule } from '../rule.ts'
import { judgeEach, keepClosest, NOTHING_ABOUT, passes, watchesService, writeSubject } from './judge-rules.ts'

type CrashRule = KnownRule<'crash-free sessions'>

/** Counts sessions as release pages do, by three hours: all that a window touches count. */
export const judgeCrashes: Judge<'crash-free sessions'> = async (store, { rules, slotsMs, ...settings }, signal) => {
  const starts = (rule: CrashRule, slotMs: number) =>
    Math.floor((slotMs - rule.watch.windowMinutes * MINUTE_MS) / SESSION_BUCKET_MS) * SESSION_BUCKET_MS
  const windows = [
    ...new Map(
      rules.flatMap(rule =>
        slotsMs.map(slotMs => [keyOf(starts(rule, slotMs), slotMs), { fromMs: starts(rule, slotMs), toMs: slotMs }]),
      ),
    ),
  ]
  const counted = await countCrashesInWindows(
    store,
    { windows: windows.map(([, { fromMs, toMs }]) => ({ from: nsOfMs(fromMs), to: nsOfMs(toMs) })) },
    signal,
  )
  const byWindow = Map.groupBy(counted, ({ window }) => windows[window]?.[0] ?? '')
  return judgeEach({ rules, slotsMs }, (rule, slotMs) => {
    const fromMs = starts(rule, slotMs)
    const releases = (byWindow.get(keyOf(fromMs, slotMs)) ?? []).filter(
      ({ service, environment, release }) =>
        environment === rule.environment && passes(rule.release, release) && watchesService(rule, service, settings),
    )
    const observations = releases.map((of): Observation => {
      const { service, release, sessions, crashed } = of
      const free = 1 - crashed / sessions
      const threshold = rule.watch.belowPercent / 100
      const areFew = sessions < rule.watch.leastSessions
      return {
        subject: writeSubject(service, release),
        cause: '',
        isBreach: !areFew && free < threshold,
        value: free,
        threshold,
        unit: 'share',
        label: release === '' ? service : `${release} of ${service}`,
        why: areFew
          ? `${pluralize(sessions, 'session')}, ${rule.watch.leastSessions} needed to judge`
          : `${formatShare(sessions - crashed, sessions)} of ${pluralize(sessions, 'session')} without a crash, ${formatShare(threshold, 1)} wanted`,
        about: { ...NOTHING_ABOUT, service, release, environment: rule.environment },
      }
    })
    const outcome = releases.length === 0 ? 'no data' : 'judged'
    return { outcome, observations: keepClosest(observations, { isBelow: true }), fromMs }
  })
}

const keyOf = (fromMs: number, toMs: number) => `${fromMs} ${toMs}`
