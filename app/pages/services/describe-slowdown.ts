import { writeChange } from '../../insights/write-change.ts'
import type { ComparedSelfTime } from './compare-previous.server.ts'

/**
 * What takes most of the time that the traces of a service gained: `SELECT line_item: time per trace 14×, spans per trace 5.3×`.
 *
 * @param rows Span names, or database statements
 * @returns '' if no span name takes more time.
 */
export function describeSlowdown(rows: readonly ComparedSelfTime[]): string {
  const [most] = rows
    .flatMap(({ value, target, selfPerTrace: { change }, spansPerTrace }) =>
      change?.direction === 'more'
        ? [
            {
              name: `${value} ${target}`.trim(),
              change,
              spans: spansPerTrace.change,
              gained: change.now - change.before,
            },
          ]
        : [],
    )
    .toSorted((a, b) => b.gained - a.gained)
  if (most === undefined) return ''
  const hasMore = most.spans?.direction === 'more' ? `, spans per trace ${writeChange(most.spans)}` : ''
  return `${most.name}: time per trace ${writeChange(most.change)}${hasMore}`
}
