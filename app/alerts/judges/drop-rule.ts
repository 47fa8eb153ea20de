import { listDropWindows } from '../../../store/noise/list-drop-windows.ts'
import { HOUR_MS } from '../../../store/time-units.ts'
import { formatCount } from '../../format/count.ts'
import { formatDropRule } from '../../format/drop-rule.ts'
import { alarmWindows, detectRuleAlarms, hasTraffic } from '../../insights/rule-alarms.ts'
import type { Judge, Observation } from '../judge.ts'
import { judgeEach, keepClosest, NOTHING_ABOUT } from './judge-rules.ts'

/** Judges drop rules as their page does. Filters do not apply: a drop rule is the same for all services. */
export const judgeDropRules: Judge<'drop rule'> = async (store, { rules, slotsMs, ownServices }, signal) => {
  const windows = slotsMs.map(slotMs => alarmWindows(slotMs))
  const all = [...new Map(windows.flat().map(range => [`${range.from} ${range.to}`, range])).values()]
  const counted = await listDropWindows(store, { windows: all, hidden: ownServices }, signal)
  const byRange = new Map(all.map(({ from, to }, at) => [`${from} ${to}`, counted[at]]))
  const judged = new Map(
    slotsMs.map((slotMs, at) => {
      const ofSlot = (windows[at] ?? []).flatMap(({ from, to }) => byRange.get(`${from} ${to}`) ?? [])
      const observations = detectRuleAlarms(slotMs, ofSlot).map(
        ({ kind, rule, removed, expected, minutes }): Observation => ({
          subject: rule,
          cause: '',
          isBreach: true,
          value: removed,
          threshold: expected,
          unit: 'count',
          label: formatDropRule(rule),
          why: `${kind === 'stopped' ? 'dropped nothing' : `dropped ${formatCount(removed)}`} in ${minutes} minutes, usually ${formatCount(expected)}`,
          about: NOTHING_ABOUT,
        }),
      )
      const outcome = hasTraffic(slotMs, ofSlot) ? ('judged' as const) : ('no data' as const)
      return [slotMs, { outcome, observations: keepClosest(observations), fromMs: slotMs - HOUR_MS }]
    }),
  )
  return judgeEach(
    { rules, slotsMs },
    (_, slotMs) => judged.get(slotMs) ?? { outcome: 'no data', observations: [], fromMs: slotMs - HOUR_MS },
  )
}
