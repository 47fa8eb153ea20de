import type { ServiceCall, ServiceCallList } from '../../../store/services/list-calls.ts'
import type { SelfTime, SelfTimes } from '../../../store/services/list-self-times.ts'
import { formatShare } from '../../format/amount.ts'
import { type Change, compareAmounts, type DurationPercentiles, isLargeRise } from '../../insights/change.ts'
import type { Finding } from '../../insights/finding.ts'
import { MIN_COUNT_FOR_PERCENTAGE } from '../../insights/thresholds.ts'
import { formatNode } from './format-node.ts'

/** Calls with what was read of them, now and in the previous period. */
export interface ComparedCall extends ServiceCall {
  /** The change of the number of calls a trace makes, as by retries; `undefined` if there were none before. */
  readonly repeats: Change | undefined
  readonly now: DurationPercentiles
  /** `undefined` if there were none. */
  readonly before: DurationPercentiles | undefined
  /** Whether most of its failures came from calls by the callee. */
  readonly isPropagated: boolean
  /** Where its failures came from: `itself`, `its callees` or `its callees 80 %`; '' without failures. */
  readonly origin: string
}

export function compareCalls(now: ServiceCallList, before: ServiceCallList): ComparedCall[] {
  const keyOf = ({ caller, callee }: ServiceCall) =>
    [caller, callee].map(({ kind, name }) => `${kind} ${name}`).join('\n')
  const readOf = ({ calls, p50, p95 }: ServiceCall, { sample }: ServiceCallList) => ({
    requests: calls / sample.oneIn,
    p50,
    p95,
  })
  const callsBefore = new Map(before.calls.map(call => [keyOf(call), call]))
  return now.calls.map(call => {
    const was = callsBefore.get(keyOf(call))
    return {
      ...call,
      now: readOf(call, now),
      before: was && readOf(was, before),
      repeats: was && compareRepeats([call, now], [was, before]),
      isPropagated: call.propagated * 2 > call.failed,
      origin: describeOrigin(call),
    }
  })
}

type SampledCall = readonly [ServiceCall, ServiceCallList]

/** Retries of a trace come together: what varies by chance is how many traces have them, so traces are counted. */
function compareRepeats(now: SampledCall, before: SampledCall): Change {
  const traces = [now, before].map(([{ calls, perTrace }, { sample }]) => calls / sample.oneIn / perTrace)
  const isKnown = Math.min(...traces) >= MIN_COUNT_FOR_PERCENTAGE
  const error = isKnown ? Math.hypot(...traces.map(count => 1 / Math.sqrt(count))) : undefined
  return compareAmounts({ now: now[0].perTrace, before: before[0].perTrace }, error)
}

/** Calls that a trace makes much more often than before, the largest rise first: retries, or a loop. */
export const findAmplifiers = (calls: readonly ComparedCall[]): Finding[] =>
  calls
    .flatMap(({ caller, callee, repeats }) =>
      repeats !== undefined && isLargeRise(repeats) ? [{ caller, callee, repeats }] : [],
    )
    .toSorted((a, b) => b.repeats.now / b.repeats.before - a.repeats.now / a.repeats.before)
    .map(({ caller, callee, repeats: { before, now } }) => ({
      subject: `${formatNode(caller)} → ${formatNode(callee)}`,
      measure: 'calls per trace',
      before,
      after: now,
    }))

function describeOrigin({ failed, propagated }: ServiceCall): string {
  if (failed === 0) return ''
  if (propagated === 0) return 'itself'
  return propagated >= failed ? 'its callees' : `its callees ${formatShare(propagated, failed)}`
}

/** An average of a trace. */
interface PerTrace {
  readonly now: number
  /** Since the previous period; `undefined` if it cannot be compared. */
  readonly change: Change | undefined
}

export interface ComparedSelfTime extends SelfTime {
  /** Nanoseconds of self time. */
  readonly selfPerTrace: PerTrace
  readonly spansPerTrace: PerTrace
  /** The part of its self time that one span took, if that is a third or more of that of many spans; else 0. */
  readonly longestShare: number
  /** Of spans of one name that all have the same database statement; else ''. */
  readonly statement: string
}

/** Self times with averages of a trace, now and in the previous period. Statements that a name has alone are listed with the name. */
export function compareSelfTimes(now: SelfTimes, before: SelfTimes) {
  const tracesOf = ({ sample }: SelfTimes) => sample.traces * sample.oneIn
  const [traces, tracesBefore] = [tracesOf(now), tracesOf(before)]
  const compare = (rows: readonly SelfTime[], rowsBefore: readonly SelfTime[]) => {
    const beforeOf = new Map(rowsBefore.map(row => [keyOf(row), row]))
    return rows.map((row): ComparedSelfTime => {
      // A sample may lack what there was.
      const was = beforeOf.get(keyOf(row)) ?? (before.sample.oneIn === 1 ? NONE : undefined)
      const longestShare = longestShareOf(row)
      // One long span is chance.
      const error = longestShare > 0 || was === undefined ? undefined : errorOf([row, now], [was, before])
      const perTrace = (value: number, valueBefore: number | undefined): PerTrace => {
        const average = traces === 0 ? 0 : value / traces
        if (valueBefore === undefined || tracesBefore === 0) return { now: average, change: undefined }
        return { now: average, change: compareAmounts({ now: average, before: valueBefore / tracesBefore }, error) }
      }
      return {
        ...row,
        longestShare,
        selfPerTrace: perTrace(Number(row.selfNs), was && Number(was.selfNs)),
        spansPerTrace: perTrace(row.count, was?.count),
        statement: '',
      }
    })
  }
  const statements = compare(now.statements, before.statements)
  // What takes the same time in as many spans are the same spans.
  const sameAs = (one: SelfTime) => (other: SelfTime) =>
    one.count === other.count && one.selfNs === other.selfNs && one.p95 === other.p95
  const names = compare(now.names, before.names).map(name => ({
    ...name,
    statement: statements.find(sameAs(name))?.value ?? '',
  }))
  return { ...now, names, statements: statements.filter(of => !names.some(sameAs(of))) }
}

/** From this share on an average says more of one span than of the others. */
const LARGE_SHARE = 1 / 3

function longestShareOf({ count, selfNs, longestNs }: SelfTime): number {
  const share = Number(longestNs) / Math.max(1, Number(selfNs))
  return count >= MIN_COUNT_FOR_PERCENTAGE && share >= LARGE_SHARE ? share : 0
}

const NONE = { count: 0, selfNs: 0n, error: 0 }

const keyOf = ({ value, target }: SelfTime) => `${value}\n${target}`

type Sampled = readonly [Pick<SelfTime, 'count' | 'selfNs' | 'error'>, SelfTimes]

/**
 * The standard deviation of the logarithm of a ratio of self times, if those of spans spread as much as they are long.
 *
 * @returns `undefined` if there are too few to tell
 */
function errorOf(now: Sampled, before: Sampled): number | undefined {
  if (Math.min(now[1].sample.traces, before[1].sample.traces) < MIN_COUNT_FOR_PERCENTAGE) return undefined
  if (before[0].count === 0) return now[0].count < MIN_COUNT_FOR_PERCENTAGE ? undefined : 0
  // `error` is two standard deviations.
  const ofOne = ([{ count, error }, { sample }]: Sampled) => Math.hypot(1 / Math.sqrt(count / sample.oneIn), error / 2)
  return Math.hypot(ofOne(now), ofOne(before))
}
