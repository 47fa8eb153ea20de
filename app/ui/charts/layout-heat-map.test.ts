import { expect, test } from 'vitest'
import { layoutHeatMap } from './layout-heat-map.server.ts'

const HOUR_NS = 3_600_000_000_000n
const hours = (count: number) =>
  Array.from({ length: count }, (_, hour) => ({ fromNs: BigInt(hour) * HOUR_NS, toNs: BigInt(hour + 1) * HOUR_NS }))

test('counts of a heat map that differ have different intensities, which only the largest exhausts', () => {
  const counts = [1, 3, 9, 27, 45, 46]
  const { heat } = layoutHeatMap({
    buckets: hours(counts.length),
    bands: ['all'],
    edges: ['0', '1'],
    counts: [counts],
    format: String,
  })
  const levels = counts.map((_, bucket) => heat.findIndex(d => d.includes(`M${bucket * 8},`)))
  expect(levels).toEqual([0, 2, 5, 7, 8, 9])
})

test('labels of releases that stand near each other have rows of their own above the cells', () => {
  const mapOf = (...minutes: readonly number[]) =>
    layoutHeatMap({
      buckets: hours(4),
      bands: ['fast', 'slow', 'slowest'],
      edges: ['0', '', '', '100'],
      counts: [[1, 0, 0, 1], [], [1, 0, 0, 1]],
      marks: minutes.map(minute => ({ atNs: BigInt(minute) * 60_000_000_000n, label: `1.${minute}`, title: 'shop' })),
      format: String,
    })
  expect([mapOf().rows, mapOf(30, 120).rows]).toEqual([3, 3])
  const { rows, marks, rare, heat, yTicks } = mapOf(205, 215, 230)
  expect(marks.map(({ label, labelAt }) => [label, labelAt.dy])).toEqual([
    ['1.205', 28],
    ['1.215', 14],
    ['1.230', undefined],
  ])
  expect(rows).toBe(4)
  expect(rare + heat.join('')).toContain('M24,250h8v250h-8Z')
  expect(yTicks).toEqual([
    { y: '100%', label: '0' },
    { y: '25%', label: '100' },
  ])
})

test('a heat map has a path an intensity, the fullest strongest, one for what is rare, and nothing where there was nothing', () => {
  const chart = layoutHeatMap({
    buckets: hours(2),
    bands: ['fast', 'slow'],
    edges: ['0', '', '100'],
    counts: [
      [1e9, 0],
      [1, Number.NaN],
    ],
    format: String,
  })
  expect(chart.key).toEqual(['1', '31623', '1000000000'])
  expect(chart.heat).toEqual([...Array(9).fill(''), 'M0,500h8v500h-8Z'])
  expect(chart.rare).toBe('M0,0h8v500h-8Z')
  expect(chart.yTicks).toEqual([
    { y: '100%', label: '0' },
    { y: '0%', label: '100' },
  ])
  expect(chart.table.rows).toHaveLength(2)
})

test('failures are bars of a strip above the cells, by their share of all values of a time', () => {
  const chart = layoutHeatMap({
    buckets: hours(3),
    bands: ['fast', 'slow'],
    edges: ['0', '', '100'],
    counts: [
      [90, 1_000, 10],
      [10, 0, 0],
    ],
    failures: [
      [10, 1, 0],
      [10, 0, 0],
    ],
    format: String,
  })
  expect(chart.rows).toBe(4)
  // Of 20 and of 0.1 %: a row is 250 units high.
  expect(chart.failed).toBe('M0,25h8v400h-8ZM8,387h8v38h-8Z')
  expect(chart.failedUpTo).toBe('20 %')
  expect(chart.yTicks.map(({ y }) => y)).toEqual(['100%', '50%'])
})
