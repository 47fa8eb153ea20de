import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatShare } from '../../format/amount.ts'
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
  const { rows, marks, heat, yTicks } = mapOf(205, 215, 230)
  expect(marks.map(({ label, labelAt }) => [label, labelAt.dy])).toEqual([
    ['1.205', 28],
    ['1.215', 14],
    ['1.230', undefined],
  ])
  expect(rows).toBe(4)
  expect(heat.join('')).toContain('M24,250h8v250h-8Z')
  expect(yTicks).toEqual([
    { y: '100%', label: '0' },
    { y: '25%', label: '100' },
  ])
})

test('a heat map has a path an intensity, the fullest strongest, outlines what is rare, and has nothing where there was nothing', () => {
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
  expect(chart.heat).toEqual(['M0,0h8v500h-8Z', ...Array(8).fill(''), 'M0,500h8v500h-8Z'])
  expect(chart.rare).toEqual({ from: 1, share: '< 0.01 %', outline: 'M0,500h8M0,0h8M0,500v-500M8,500v-500' })
  expect(chart.yTicks).toEqual([
    { y: '100%', label: '0' },
    { y: '0%', label: '100' },
  ])
  expect(chart.table.rows).toHaveLength(2)
})

test('failures are bars of a strip above the cells, by their share of all values of a time, with an axis of its own', () => {
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
  expect(chart.shares).toBe('M0,25h8v400h-8ZM8,387h8v38h-8Z')
  expect(chart.yTicks).toEqual([
    { y: '100%', label: '0' },
    { y: '50%', label: '100' },
    { y: '42.5%', label: '' },
    { y: '2.5%', label: '20 %' },
  ])
})

test('a selection is drawn within cells that have it, and only there; its share is the strip', () => {
  const cells = fc.array(fc.tuple(fc.nat({ max: 50 }), fc.nat({ max: 50 })), { minLength: 6, maxLength: 6 })
  fc.assert(
    fc.property(cells, all => {
      const [counts, selection] = [all.map(([a, b]) => a + b), all.map(([a]) => a)]
      const rowsOf = (of: readonly number[]) => [of.slice(0, 3), of.slice(3)]
      const options = { buckets: hours(3), bands: ['fast', 'slow'], edges: ['', '', ''], format: String }
      const chart = layoutHeatMap({ ...options, counts: rowsOf(counts), selection: rowsOf(selection) })
      const cellsOf = (paths: readonly string[]) => paths.join('').match(/M/g)?.length ?? 0
      expect(cellsOf(chart.heat)).toBe(counts.filter(count => count > 0).length)
      expect(cellsOf(chart.selected)).toBe(selection.filter(count => count > 0).length)
      const columns = [0, 1, 2].filter(at => (selection[at] ?? 0) + (selection[at + 3] ?? 0) > 0)
      expect(cellsOf([chart.shares])).toBe(columns.length)
      const withoutIt = layoutHeatMap({ ...options, counts: rowsOf(counts) })
      expect([withoutIt.selected, withoutIt.shares]).toEqual([[], ''])
    }),
  )
})

test('outlined bands have the share of all values that their label names, at most a hundredth or else a twentieth', () => {
  const totals = fc.array(fc.nat({ max: 300 }), { minLength: 2, maxLength: 8 })
  fc.assert(
    fc.property(totals, counts => {
      const names = counts.map(String)
      const { rare } = layoutHeatMap({
        buckets: hours(1),
        bands: names,
        edges: [...names, ''],
        counts: counts.map(count => [count]),
        format: String,
      })
      const sum = (of: readonly number[]) => of.reduce((all, count) => all + count, 0)
      const shareFrom = (band: number) => sum(counts.slice(band)) / sum(counts)
      if (rare === undefined) {
        const highest = counts.findLastIndex(count => count > 0)
        expect(highest < 0 || shareFrom(highest) > 0.05).toBe(true)
        return
      }
      const share = shareFrom(rare.from)
      expect(rare.share).toBe(formatShare(Number(share.toPrecision(2)), 1))
      expect(share).toBeLessThanOrEqual(0.05)
      expect(shareFrom(rare.from - 1)).toBeGreaterThan(share <= 0.01 ? 0.01 : 0.05)
    }),
  )
})
