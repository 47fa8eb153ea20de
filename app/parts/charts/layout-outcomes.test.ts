import { expect, test } from 'vitest'
import { layoutOutcomes } from './layout-outcomes.server.ts'

const HOUR_NS = 3_600_000_000_000n
const times = [0n, 1n].map(hour => ({ fromNs: hour * HOUR_NS, toNs: (hour + 1n) * HOUR_NS }))
const range = { from: 0n, to: 2n * HOUR_NS }
const names = { succeeded: 'without', failed: 'with failures' }

test.each([
  ['both', [false, true], ['without', 'with failures']],
  ['failed rows only', [true], ['with failures']],
  ['no failed rows', [false], ['without']],
  ['no rows', [], ['without']],
])('a chart of %s has a series of each outcome that there is', (_, outcomes, drawn) => {
  const buckets = outcomes.map(failed => ({ bucketNs: 0n, count: 1, failed }))
  const { bars, table } = layoutOutcomes({ times, range, buckets, marks: [], names })
  expect(bars.map(({ name }) => name)).toEqual(drawn)
  expect(table.head.slice(1)).toEqual(drawn)
})
