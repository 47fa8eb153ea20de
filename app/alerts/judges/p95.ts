import type { TargetLatency } from '../../../store/alerts/list-latencies-in-windows.ts'
import { MINUTE_MS } from '../../../store/time-units.ts'
import { pluralize } from '../../format/count.ts'
import { formatDuration } from '../../format/duration.ts'
import { compareP95, isLargeRise } from '../../insights/change.ts'
import { MIN_COUNT_FOR_PERCENTAGE } from '../../insights/thresholds.ts'
import type { Judge, Observation } from '../judge.ts'
import type { KnownRule } from '../rule.ts'
import { judgeEach, keepClosest, observeTarget } from './judge-rules.ts'
import { readLatencies } from './latency-groups.ts'

type P95Rule = KnownRule<'p95'>

export const judgeP95: Judge<'p95'> = async (store, { rules, slotsMs, ...settings }, signal) => {
  const find = await readLatencies(store, { rules, slotsMs, ...settings, isAgainstUsual }, signal)
  return judgeEach({ rules, slotsMs }, (rule, slotMs) => {
    const [now = [], usual = []] = (['now', 'usual'] as const).map(part =>
      find(rule, slotMs, part).filter(({ requests }) => requests > 0),
    )
    const fromMs = slotMs - rule.watch.windowMinutes * MINUTE_MS
    const observations = now.map((of): Observation => {
      const before = usual.find(({ service, operation }) => service === of.service && operation === of.operation)
      return {
        ...observeTarget(rule, of),
        unit: 'ns',
        value: Number(of.p95),
        ...(isAgainstUsual(rule) ? compareWithUsual(rule, of, before) : compareWithLimit(rule, of)),
      }
    })
    return { outcome: now.length === 0 ? 'no data' : 'judged', observations: keepClosest(observations), fromMs }
  })
}

const isAgainstUsual = ({ watch }: P95Rule) => watch.aboveMs === 0

type Verdict = Pick<Observation, 'isBreach' | 'threshold' | 'why'>

function compareWithLimit({ watch }: P95Rule, { requests, p95, oneIn }: TargetLatency): Verdict {
  const threshold = watch.aboveMs * 1e6
  if (requests < watch.leastRequests) return { isBreach: false, threshold, why: tooFew(requests, watch.leastRequests) }
  if (oneIn > 1 && requests / oneIn < MIN_COUNT_FOR_PERCENTAGE)
    return { isBreach: false, threshold, why: `${pluralize(requests, 'request')}, of which too few were read` }
  const allowed = formatDuration(BigInt(Math.round(threshold)))
  return { isBreach: Number(p95) > threshold, threshold, why: `${writeP95(requests, p95)}, ${allowed} allowed` }
}

function compareWithUsual({ watch }: P95Rule, of: TargetLatency, before: TargetLatency | undefined): Verdict {
  if (of.requests < watch.leastRequests)
    return { isBreach: false, threshold: 0, why: tooFew(of.requests, watch.leastRequests) }
  if (before === undefined || before.requests < watch.leastRequests)
    return {
      isBreach: false,
      threshold: 0,
      why: `${writeP95(of.requests, of.p95)}; too few before to say what is usual`,
    }
  const why = `${writeP95(of.requests, of.p95)}, usually ${formatDuration(before.p95)}`
  return { isBreach: isLargeRise(compareP95(of, before, of.oneIn)), threshold: Number(before.p95), why }
}

const writeP95 = (requests: number, p95: bigint) => `p95 of ${pluralize(requests, 'request')} is ${formatDuration(p95)}`
const tooFew = (requests: number, least: number) => `${pluralize(requests, 'request')}, ${least} needed to judge`
