import { formatChange } from '../../format/amount.ts'
import type { ComparedSelfTime } from './compare-previous.server.ts'

/** The least relative rise that explains a slower service. */
const MIN_RISE = 1.2

/**
 * What takes most of the time that the traces of a service gained: `SELECT line_item: time per trace 14×, spans per trace 5.3×`.
 *
 * @param rows Span names, or database statements
 * @returns '' if no span name rose by a fifth and more than chance explains.
 */
export function describeSlowdown(rows: readonly ComparedSelfTime[]): string {
  const [most] = rows
    .flatMap(({ value, target, isByChance, selfPerTrace, spansPerTrace }) => {
      const { now, before = now } = selfPerTrace
      const gained = isByChance || now < before * MIN_RISE ? 0 : now - before
      return gained > 0 ? [{ name: `${value} ${target}`.trim(), gained, selfPerTrace, spansPerTrace }] : []
    })
    .toSorted((a, b) => b.gained - a.gained)
  if (most === undefined) return ''
  const changeOf = ({ now, before = now }: ComparedSelfTime['selfPerTrace']) => formatChange(now, before)
  const { now: spans, before: spansBefore = spans } = most.spansPerTrace
  const hasMore = spans >= spansBefore * MIN_RISE ? `, spans per trace ${changeOf(most.spansPerTrace)}` : ''
  return `${most.name}: time per trace ${changeOf(most.selfPerTrace)}${hasMore}`
}
