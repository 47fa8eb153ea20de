import { compare } from './compare.ts'
import type { Totals } from './totals.ts'
import { operationKey } from './trace-tree.ts'

/** An operation in two traces. */
export interface OperationDifference {
  readonly service: string
  readonly name: string
  /** `undefined` where the operation is not in that trace. */
  readonly first: Totals | undefined
  readonly second: Totals | undefined
  /** Its self time over all services in the second less that in the first, nanoseconds. */
  readonly selfMore: number
  readonly found: readonly Difference[]
}

export type Difference =
  | 'only in first'
  | 'only in second'
  | 'more'
  | 'fewer'
  | 'slower'
  | 'faster'
  | 'fails only in first'
  | 'fails only in second'

/** A span takes that many times as long, on average, before it counts as slower. */
const MIN_RATIO = 1.5
/** And its operation makes up at least that part of the difference of all. */
const MIN_SHARE = 0.01

/**
 * Compares two traces by operation. An operation is slower if its spans took half as long again by their own time on average, and that is at
 * least a hundredth of what all operations differ by.
 *
 * @param first sums of each operation, see `totalSpans`
 * @returns Those that fail in one trace alone first, then those that differ most in time; then by service and name.
 */
export function compareTraces(first: readonly Totals[], second: readonly Totals[]): OperationDifference[] {
  const inSecond = new Map(second.map(of => [operationKey(of), of]))
  const inFirst = new Set(first.map(operationKey))
  const pairs: [Totals | undefined, Totals | undefined][] = [
    ...first.map((of): [Totals, Totals | undefined] => [of, inSecond.get(operationKey(of))]),
    ...second.filter(of => !inFirst.has(operationKey(of))).map((of): [undefined, Totals] => [undefined, of]),
  ]
  const all = pairs.reduce((sum, [a, b]) => sum + Math.abs((b?.selfOverAll ?? 0) - (a?.selfOverAll ?? 0)), 0)
  return pairs
    .map(([a, b]) => {
      const selfMore = (b?.selfOverAll ?? 0) - (a?.selfOverAll ?? 0)
      const { service, name } = a ?? b ?? { service: '', name: '' }
      return { service, name, first: a, second: b, selfMore, found: findDifferences(a, b, all * MIN_SHARE) }
    })
    .toSorted(
      (a, b) =>
        Number(failsOnce(b)) - Number(failsOnce(a)) ||
        Math.abs(b.selfMore) - Math.abs(a.selfMore) ||
        compare(a.service, b.service) ||
        compare(a.name, b.name),
    )
}

const failsOnce = ({ found }: OperationDifference) => found.some(of => of.startsWith('fails only'))

function findDifferences(a: Totals | undefined, b: Totals | undefined, least: number): Difference[] {
  const fails: Difference[] =
    (a?.failed ?? 0) > 0 === (b?.failed ?? 0) > 0 ? [] : [a?.failed ? 'fails only in first' : 'fails only in second']
  if (a === undefined) return ['only in second', ...fails]
  if (b === undefined) return ['only in first', ...fails]
  const counts: Difference[] = a.count === b.count ? [] : [a.count < b.count ? 'more' : 'fewer']
  const [before, after] = [a.selfOverAll / a.count, b.selfOverAll / b.count]
  const isMuch = Math.abs(b.selfOverAll - a.selfOverAll) >= least
  const pace: Difference[] =
    isMuch && after > before * MIN_RATIO ? ['slower'] : isMuch && before > after * MIN_RATIO ? ['faster'] : []
  return [...fails, ...counts, ...pace]
}
