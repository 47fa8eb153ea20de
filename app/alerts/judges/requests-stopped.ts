import { listRequestCounts } from '../../../store/alerts/list-request-counts.ts'
import { listRhythmsAt, type RhythmAt } from '../../../store/alerts/list-rhythms-at.ts'
import { HOUR_MS } from '../../../store/time-units.ts'
import { nsOfMs } from '../../../store/units.ts'
import { formatCount } from '../../format/count.ts'
import { formatDuration } from '../../format/duration.ts'
import { findSilences, isEven, type Silence } from '../../insights/find-silences.ts'
import { EVEN_PART, LOST_TRAFFIC_PART, MIN_RUNS, MIN_SILENCE_MS } from '../../insights/thresholds.ts'
import type { Judge, Observation } from '../judge.ts'
import type { KnownRule } from '../rule.ts'
import { judgeEach, keepClosest, NOTHING_ABOUT, passes, watchesService } from './judge-rules.ts'
import { sumUp } from './summed-counts.ts'
import { compareTraffic, type Traffic, trafficWindows } from './traffic-decline.ts'

type StoppedRule = KnownRule<'requests stopped'>

/** As the overview finds them: services whose traffic has declined, and operations that people call and that have not run. */
export const judgeStoppedRequests: Judge<'requests stopped'> = async (
  store,
  { rules, slotsMs, ...settings },
  signal,
) => {
  const times = slotsMs.map(nsOfMs)
  const rhythm = { leastSilenceMs: MIN_SILENCE_MS, leastRuns: MIN_RUNS, evenPart: EVEN_PART }
  const [counts, rhythms] = await Promise.all([
    listRequestCounts(store, { windows: slotsMs.flatMap(trafficWindows) }, signal),
    listRhythmsAt(store, { times, ...rhythm }, signal),
  ])
  const summed = counts.map(sumUp)
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
      // Of one operation the traffic of its service says nothing.
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
