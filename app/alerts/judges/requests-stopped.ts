import { listRequestCounts } from '../../../store/alerts/list-request-counts.ts'
import type { RhythmAt } from '../../../store/alerts/list-rhythms-at.ts'
import { HOUR_MS } from '../../../store/time-units.ts'
import { nsOfMs } from '../../../store/units.ts'
import { formatCount } from '../../format/count.ts'
import { formatDuration } from '../../format/duration.ts'
import { findSilences, isEven, type Silence } from '../../insights/find-silences.ts'
import { LOST_TRAFFIC_PART } from '../../insights/thresholds.ts'
import type { Judge, Observation } from '../judge.ts'
import type { KnownRule } from '../rule.ts'
import { askCounts } from './ask-counts.ts'
import { askRhythms } from './ask-rhythms.ts'
import { judgeEach, keepClosest, NOTHING_ABOUT, passes, watchesService } from './judge-rules.ts'
import { sumUp } from './summed-counts.ts'
import { compareTraffic, currentWindows, earlierHours, type Traffic } from './traffic-decline.ts'

type StoppedRule = KnownRule<'requests stopped'>

/** Judges services as the overview does: by declined traffic, and by operations that people call and that have not run. */
export const judgeStoppedRequests: Judge<'requests stopped'> = async (
  store,
  { rules, slotsMs, ...settings },
  signal,
) => {
  const [today, earlier, rhythms] = await Promise.all([
    listRequestCounts(store, { windows: slotsMs.flatMap(currentWindows) }, signal),
    askCounts(store, slotsMs.flatMap(earlierHours), signal),
    askRhythms(store, slotsMs, signal),
  ])
  const summed = [...today, ...earlier].map(sumUp)
  const calledAt = Map.groupBy(
    rhythms.filter(of => !isEven(of)),
    ({ atNs }) => atNs,
  )
  return judgeEach({ rules, slotsMs }, (rule, slotMs) => {
    const watched = summed.filter(
      ({ service, environment }) => watchesService(rule, service, settings) && passes(rule.environment, environment),
    )
    const fromMs = slotMs - HOUR_MS
    const silent = (calledAt.get(nsOfMs(slotMs)) ?? []).filter(
      ({ service, environment, operation }: RhythmAt) =>
        watchesService(rule, service, settings) &&
        passes(rule.environment, environment) &&
        passes(rule.operation, operation),
    )
    const silences = Map.groupBy(findSilences(silent, nsOfMs(slotMs)), ({ service }) => service)
    const byService = Map.groupBy(watched, ({ service }) => service)
    if (byService.size === 0 && silences.size === 0) return { outcome: 'no data', observations: [], fromMs }
    const services = [...new Set([...byService.keys(), ...silences.keys()])]
    const observations = services.map(service => {
      // The traffic of a service tells nothing about one operation.
      const traffic = rule.operation === '' ? compareTraffic(byService.get(service) ?? [], slotMs) : undefined
      return observe(rule, service, { traffic, silences: silences.get(service) ?? [], slotMs })
    })
    return { outcome: 'judged', observations: keepClosest(observations, { isBelow: true }), fromMs }
  })
}

function observe(
  rule: StoppedRule,
  service: string,
  {
    traffic,
    silences,
    slotMs,
  }: { readonly traffic: Traffic | undefined; readonly silences: readonly Silence[]; readonly slotMs: number },
): Observation {
  const [silence] = silences
  const isLost = traffic?.isLost === true
  return {
    ...{ subject: service, cause: '', label: service, unit: 'count' },
    isBreach: isLost || silence !== undefined,
    value: traffic?.recent ?? 0,
    threshold: traffic === undefined ? 0 : traffic.usual * LOST_TRAFFIC_PART,
    why:
      silence !== undefined && !isLost
        ? silences.map(of => writeSilence(of, slotMs)).join('; ')
        : traffic === undefined
          ? 'runs as usual, as far as its requests tell'
          : writeTraffic(traffic),
    about: {
      ...NOTHING_ABOUT,
      service,
      environment: !isLost && silence !== undefined ? silence.environment : rule.environment,
      operation: !isLost && silence?.operations.length === 1 ? (silence.operations[0] ?? '') : rule.operation,
    },
  }
}

const writeTraffic = ({ minutes, recent, usual }: Traffic) =>
  `usually ${formatCount(usual)} ${minutes === 15 ? 'a quarter of an hour' : 'an hour'}, ${recent === 0 ? 'none' : formatCount(recent)} now`

function writeSilence({ operations, lastSeenNs }: Silence, slotMs: number): string {
  const [first = '', ...others] = operations
  const ago = formatDuration(((nsOfMs(slotMs) - lastSeenNs) / 60_000_000_000n) * 60_000_000_000n)
  if (operations.length === 0) return `nothing has run for ${ago}; on other days requests come at this hour`
  const named = others.length === 0 ? first : `${first} and ${others.length} more`
  const usually = others.length === 0 ? 'it runs' : 'they run'
  return `${named === '' ? 'requests without a route' : named} last ran ${ago} ago; on other days ${usually} at this hour`
}
