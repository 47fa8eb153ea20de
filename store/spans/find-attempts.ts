import { readConvention } from '../schema/conventions.ts'
import type { Ns } from '../units.ts'
import type { ListedSpan } from './find-repeated-spans.ts'

/** One operation that was tried again, each time after it had failed. */
export interface Attempts {
  readonly name: string
  /** The URL that is called, if the name is only an HTTP method; else ''. */
  readonly callee: string
  readonly service: string
  /** By start; at least two. */
  readonly spanIds: readonly string[]
  /** True if the last of them succeeded; the others failed. */
  readonly hasSucceeded: boolean
  /** The number of those that failed. */
  readonly failed: number
  /** From the start of the first to the end of the last. */
  readonly tookNs: Ns
}

type SiblingSpan = Omit<ListedSpan, 'httpStatus' | 'hiddenBelow'>

/**
 * Finds siblings that tried the same again: with the same service, name, URL and database statement, each begun after the one before it had
 * ended and failed.
 *
 * @param spans Oldest first.
 * @returns By the start of the first.
 */
export function findAttempts(spans: readonly SiblingSpan[]): Attempts[] {
  const siblings = Map.groupBy(
    spans.filter(({ parentSpanId }) => parentSpanId !== ''),
    keyOf,
  )
  return [...siblings.values()]
    .flatMap(splitRuns)
    .filter(run => run.length > 1)
    .toSorted(([a], [b]) => ((a?.startNs ?? 0n) < (b?.startNs ?? 0n) ? -1 : 1))
    .flatMap(run => {
      const [first, last] = [run[0], run.at(-1)]
      if (first === undefined || last === undefined) return []
      const { name, callee = '', service } = first
      const tookNs = endOf(last) - first.startNs
      return [
        {
          name,
          callee,
          service,
          spanIds: run.map(of => of.spanId),
          hasSucceeded: !last.failed,
          failed: run.filter(of => of.failed).length,
          tookNs,
        },
      ]
    })
}

/** Runs of spans of which all but the last failed, each after the one before it. */
function splitRuns(spans: readonly SiblingSpan[]): SiblingSpan[][] {
  const runs: SiblingSpan[][] = []
  for (const span of spans) {
    const before = runs.at(-1)?.at(-1)
    if (before?.failed && endOf(before) <= span.startNs) runs.at(-1)?.push(span)
    else runs.push([span])
  }
  return runs
}

const endOf = ({ startNs, durationNs }: SiblingSpan) => startNs + durationNs

const keyOf = (span: SiblingSpan) => {
  const { parentSpanId, service, name, callee, kind } = span
  const called = (['url', 'path', 'dbStatement'] as const).map(meaning => readConvention(meaning, span))
  return JSON.stringify([parentSpanId, service, name, callee, kind, ...called])
}
