import type { ServiceCall, ServiceCallList } from '../../../store/services/list-calls.ts'
import type { SelfTime, SelfTimes } from '../../../store/services/list-self-times.ts'
import { formatShare } from '../../format/amount.ts'
import { type Change, compareAmounts, type DurationPercentiles } from '../../insights/change.ts'
import { MIN_COUNT_FOR_PERCENTAGE } from '../../insights/thresholds.ts'

/** Calls with the durations that were read, now and in the previous period. */
export interface ComparedCall extends ServiceCall {
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
  const read = ({ calls, p50, p95 }: ServiceCall, { sample }: ServiceCallList) => ({
    requests: calls / sample.oneIn,
    p50,
    p95,
  })
  const beforeOf = new Map(before.calls.map(call => [keyOf(call), read(call, before)]))
  return now.calls.map(call => ({
    ...call,
    now: read(call, now),
    before: beforeOf.get(keyOf(call)),
    isPropagated: call.propagated * 2 > call.failed,
    origin: describeOrigin(call),
  }))
}

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
