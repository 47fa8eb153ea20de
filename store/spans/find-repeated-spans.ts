import { readConvention } from '../schema/conventions.ts'
import type { Ns } from '../units.ts'
import { spanPattern } from './span-pattern.ts'

/** Equal calls below one span, of which none failed and none has children. */
export interface RepeatedSpans {
  /** By start. */
  readonly spanIds: readonly string[]
  /** Sum of their durations. */
  readonly totalNs: Ns
  /** When the first of them starts. */
  readonly startNs: Ns
  /** When the last of them ends. */
  readonly endNs: Ns
}

export interface ListedSpan {
  readonly spanId: string
  /** '' for a root. */
  readonly parentSpanId: string
  readonly service: string
  readonly name: string
  readonly callee?: string
  readonly kind: string
  readonly startNs: Ns
  readonly durationNs: Ns
  readonly failed: boolean
  readonly httpStatus: number
  readonly hiddenBelow: number
  readonly attributes: Readonly<Record<string, string>>
}

/** Fewer are quickly read. */
const MIN_COUNT = 5

/**
 * Finds the groups of at least five siblings with the same service, name, callee, HTTP status and database statement, literals aside.
 *
 * @param spans Oldest first.
 * @param excluded Ids of spans that must stay rows of their own.
 */
export function findRepeatedSpans(spans: readonly ListedSpan[], excluded: ReadonlySet<string>): RepeatedSpans[] {
  const parents = new Set(spans.map(span => span.parentSpanId))
  const counts = Map.groupBy(spans, span => span.spanId)
  const isPlain = ({ spanId, parentSpanId, failed, hiddenBelow }: ListedSpan) =>
    parentSpanId !== '' &&
    !failed &&
    hiddenBelow === 0 &&
    !parents.has(spanId) &&
    !excluded.has(spanId) &&
    // Senders may use one id in several services.
    counts.get(spanId)?.length === 1
  return [...Map.groupBy(spans.filter(isPlain), keyOf).values()]
    .filter(of => of.length >= MIN_COUNT)
    .map(of => ({
      spanIds: of.map(span => span.spanId),
      // By start.
      startNs: of[0]?.startNs ?? 0n,
      totalNs: of.reduce((sum, span) => sum + span.durationNs, 0n),
      endNs: of.map(span => span.startNs + span.durationNs).reduce(laterOf),
    }))
}

const laterOf = (a: Ns, b: Ns) => (a < b ? b : a)

const keyOf = (span: ListedSpan) => {
  const { parentSpanId, service, name, callee, kind, httpStatus } = span
  const pattern = spanPattern(httpStatus, readConvention('dbStatement', span))
  return JSON.stringify([parentSpanId, service, name, callee, kind, pattern])
}
