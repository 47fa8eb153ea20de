import type { TargetLatency } from '../../../store/alerts/list-latencies-in-windows.ts'
import { listRequestCounts } from '../../../store/alerts/list-request-counts.ts'
import { MINUTE_MS } from '../../../store/time-units.ts'
import type { TimeRange } from '../../../store/units.ts'
import { formatShare } from '../../format/amount.ts'
import { pluralize } from '../../format/count.ts'
import { isLargeRise } from '../../insights/change.ts'
import { compareErrorRates } from '../../insights/error-rates.ts'
import type { Judge, Judgement, JudgeSettings, Observation } from '../judge.ts'
import type { KnownRule } from '../rule.ts'
import { askCounts } from './ask-counts.ts'
import { judgeEach, keepClosest, observeTarget, passes, watchesService } from './judge-rules.ts'
import { byOf, readLatencies, serversFirst } from './latency-groups.ts'
import { countIn, type SummedCounts, sumUp } from './summed-counts.ts'
import { usualWindows, windowOf } from './usual-windows.ts'

type RateRule = KnownRule<'error rate'>

interface Failures {
  readonly service: string
  readonly operation: string
  readonly requests: number
  readonly failed: number
}

/** Services are judged by stored buckets, operations by transactions. If there are many of these, a sample is read. */
export const judgeErrorRates: Judge<'error rate'> = async (store, { rules, slotsMs, ...settings }, signal) => {
  const byService = rules.filter(isByService)
  const byOperation = rules.filter(rule => !isByService(rule))
  const compared = byService.filter(isAgainstUsual)
  const windowsOf = (of: readonly RateRule[], windows: (slotMs: number, minutes: number) => readonly TimeRange[]) =>
    [...new Set(of.map(({ watch }) => watch.windowMinutes))].flatMap(minutes =>
      slotsMs.flatMap(slotMs => windows(slotMs, minutes)),
    )
  const [now, usual, find] = await Promise.all([
    listRequestCounts(
      store,
      { windows: windowsOf(byService, (slotMs, minutes) => [windowOf(slotMs, minutes)]) },
      signal,
    ),
    askCounts(store, windowsOf(compared, usualWindows), signal),
    readLatencies(store, { rules: byOperation, slotsMs, ...settings, isAgainstUsual }, signal),
  ])
  const [sumsNow, sumsUsual] = [now.map(sumUp), usual.map(sumUp)]
  return judgeEach({ rules, slotsMs }, (rule, slotMs) => {
    if (isByService(rule)) {
      const { windowMinutes } = rule.watch
      const now = failuresOfServices(sumsNow, rule, [windowOf(slotMs, windowMinutes)], settings)
      const usual = isAgainstUsual(rule)
        ? failuresOfServices(sumsUsual, rule, usualWindows(slotMs, windowMinutes), settings)
        : []
      return judge(rule, slotMs, { now, usual })
    }
    return judge(rule, slotMs, { now: find(rule, slotMs, 'now'), usual: find(rule, slotMs, 'usual') })
  })
}

const isByService = (rule: RateRule) => byOf(rule) === 'service'
const isAgainstUsual = ({ watch }: RateRule) => watch.abovePercent === 0

function failuresOfServices(
  counts: readonly SummedCounts[],
  rule: RateRule,
  windows: readonly TimeRange[],
  settings: JudgeSettings,
): Failures[] {
  const counted = counts
    .filter(
      ({ service, environment, release }) =>
        watchesService(rule, service, settings) &&
        passes(rule.environment, environment) &&
        passes(rule.release, release),
    )
    .map(of => ({ service: of.service, operation: '', isBrowser: of.isBrowser, ...countIn(of, windows) }))
    .filter(({ requests, failed }) => requests > 0 || failed > 0)
  return serversFirst(addUp(counted))
}

function addUp<Row extends Failures & { readonly isBrowser: boolean }>(rows: readonly Row[]): Row[] {
  const groups = Map.groupBy(rows, ({ service, isBrowser }) => JSON.stringify([service, isBrowser]))
  return [...groups.values()].flatMap(([first, ...rest]) =>
    first === undefined
      ? []
      : [
          {
            ...first,
            requests: rest.reduce((sum, { requests }) => sum + requests, first.requests),
            failed: rest.reduce((sum, { failed }) => sum + failed, first.failed),
          },
        ],
  )
}

function judge(
  rule: RateRule,
  slotMs: number,
  {
    now,
    usual,
  }: { readonly now: readonly (Failures | TargetLatency)[]; readonly usual: readonly (Failures | TargetLatency)[] },
): Judgement {
  const fromMs = slotMs - rule.watch.windowMinutes * MINUTE_MS
  if (now.every(({ requests }) => requests === 0)) return { outcome: 'no data', observations: [], fromMs }
  const observations = now.map((of): Observation => {
    const before = usual.find(({ service, operation }) => service === of.service && operation === of.operation)
    return {
      ...observeTarget(rule, of),
      unit: 'share',
      value: of.requests === 0 ? 0 : of.failed / of.requests,
      ...(isAgainstUsual(rule) ? compareWithUsual(rule, of, before) : compareWithLimit(rule, of)),
    }
  })
  return { outcome: 'judged', observations: keepClosest(observations), fromMs }
}

type Verdict = Pick<Observation, 'isBreach' | 'threshold' | 'why'>

function compareWithLimit({ watch }: RateRule, { requests, failed }: Failures): Verdict {
  const threshold = watch.abovePercent / 100
  if (requests < watch.leastRequests) return { isBreach: false, threshold, why: tooFew(requests, watch.leastRequests) }
  const isBreach = failed > 0 && failed >= threshold * requests
  return { isBreach, threshold, why: `${writeRate({ requests, failed })}, ${formatShare(threshold, 1)} allowed` }
}

function compareWithUsual({ watch }: RateRule, of: Failures, before: Failures | undefined): Verdict {
  if (of.requests < watch.leastRequests)
    return { isBreach: false, threshold: 0, why: tooFew(of.requests, watch.leastRequests) }
  if (before === undefined || before.requests < watch.leastRequests)
    return { isBreach: false, threshold: 0, why: `${writeRate(of)}; too few before to say what is usual` }
  const change = compareErrorRates({
    failed: { now: of.failed, before: before.failed },
    requests: { now: of.requests, before: before.requests },
  })
  const why = `${writeRate(of)}, usually ${formatShare(before.failed, before.requests)}`
  return { isBreach: isLargeRise(change), threshold: before.failed / before.requests, why }
}

const writeRate = ({ requests, failed }: Pick<Failures, 'requests' | 'failed'>) =>
  `${formatShare(failed, requests)} of ${pluralize(requests, 'request')} failed`

const tooFew = (requests: number, least: number) => `${pluralize(requests, 'request')}, ${least} needed to judge`
