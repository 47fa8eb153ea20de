import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ChartModel } from './chart-model.ts'
import { layoutSparkline } from './layout-sparkline.server.ts'
import { layoutTimeSeries, type TimeSeries } from './layout-time-series.server.ts'
import { ONE_MINUTE_BUCKETS, timeBuckets } from './time-buckets.server.ts'

const HOUR_NS = 3_600_000_000_000n
const at = (iso: string) => BigInt(Date.parse(iso)) * 1_000_000n
const bucketsFrom = (iso: string, count: number) =>
  Array.from({ length: count }, (_, i) => ({
    fromNs: at(iso) + BigInt(i) * HOUR_NS,
    toNs: at(iso) + BigInt(i + 1) * HOUR_NS,
  }))
const series = (values: TimeSeries['values'], shape: TimeSeries['shape'] = 'bars'): TimeSeries => ({
  name: 'exceptions',
  colour: 'bad',
  shape,
  values,
})
const layout = (values: TimeSeries['values'], shape?: TimeSeries['shape'], logarithmic = false) =>
  layoutTimeSeries({
    logarithmic,
    buckets: bucketsFrom('2026-11-21T00:00Z', values.length),
    series: [series(values, shape)],
    format: String,
    whole: true,
  })

/** Any value that a query returns, and some that it never should. */
const hostile = fc.oneof(
  fc.constantFrom(0, 1, 1e9, 1e300, Number.NaN, Number.POSITIVE_INFINITY, -1, Number.MIN_VALUE, undefined),
  fc.double({ min: 0, max: 1e12 }),
)
const pathsOf = ({ bars, lines }: ChartModel) => [...bars, ...lines].map(({ d }) => d)
const INTEGER_PATH = /^(?:[MLVHhvZ]|-?\d+|,)*$/

test('whatever the numbers are, a path holds integers alone, and stays in its box', () => {
  fc.assert(
    fc.property(
      fc.array(hostile, { minLength: 1, maxLength: 60 }),
      fc.constantFrom('bars', 'line', 'steps'),
      fc.boolean(),
      (values, shape, logarithmic) => {
        const chart = layout(values, shape, logarithmic && shape !== 'bars')
        for (const d of [...pathsOf(chart), layoutSparkline(values).d]) {
          expect(d).toMatch(INTEGER_PATH)
          for (const [number] of d.matchAll(/\d{5,}/g)) expect.fail(`${number} is outside`)
        }
        for (const { y } of chart.yTicks) expect(Number.parseFloat(y)).toBeGreaterThanOrEqual(0)
        for (const { x, width } of chart.buckets) expect(`${x}${width}`).toMatch(/^[\d.]+%[\d.]+%$/)
      },
    ),
  )
})

test('wherever a range begins and ends, what is drawn of its buckets is within the plot', () => {
  const place = fc.bigInt({ min: 0n, max: 6n * HOUR_NS })
  fc.assert(
    fc.property(place, place, (fromNs, lengthNs) => {
      const start = at('2026-11-21T00:00Z')
      const range = { from: start + fromNs, to: start + fromNs + lengthNs }
      const { buckets, times, table } = layoutTimeSeries({
        buckets: bucketsFrom('2026-11-21T00:00Z', 6),
        range,
        series: [series([1, 2, 3, 4, 5, 6])],
        format: String,
      })
      expect([times.length, table.rows.length]).toEqual([buckets.length, buckets.length])
      for (const { x, width } of buckets) {
        expect(Number.parseFloat(width)).toBeGreaterThanOrEqual(0)
        expect(Number.parseFloat(x) + Number.parseFloat(width)).toBeLessThanOrEqual(100.01)
      }
    }),
  )
})

test('a bucket after the end of the range is not drawn', () => {
  const { buckets, bars, table } = layoutTimeSeries({
    buckets: bucketsFrom('2026-11-21T00:00Z', 3),
    range: { from: at('2026-11-21T00:30Z'), to: at('2026-11-21T01:58Z') },
    series: [series([1, 2, 0])],
    format: String,
  })
  expect(buckets.map(({ x, width }) => `${x} ${width}`)).toEqual(['0% 34.09%', '34.09% 65.91%'])
  expect(table.rows.map(([, value]) => value)).toEqual(['1', '2'])
  expect(bars[0]?.d.match(/Z/g)).toHaveLength(2)
})

test('a bound is a line across all buckets, for which the axis has room, and no column of the table', () => {
  const { lines, table } = layoutTimeSeries({
    buckets: bucketsFrom('2026-11-21T00:00Z', 3),
    series: [series([50, 60, 40], 'line')],
    format: String,
    bound: { name: 'good up to 100', value: 100 },
  })
  expect(lines[1]).toEqual({ name: 'good up to 100', colour: 'before', d: 'M0,0H24' })
  expect(table.head).toEqual(['Time (UTC)', 'exceptions'])
})

test('a logarithmic axis shows small values beside one that is a thousand times as large, which does not look cut off', () => {
  const { yTicks, lines } = layoutTimeSeries({
    buckets: bucketsFrom('2026-11-21T00:00Z', 3),
    series: [series([10, 0, 10_000], 'line')],
    format: String,
    logarithmic: true,
  })
  expect(yTicks.map(({ label, y }) => `${label} ${y}`)).toEqual(['10 100%', '100 67.52%', '1000 35.05%', '10000 2.57%'])
  expect(lines[0]?.d).toBe('M4,1000L12,1000L20,26')
})

test.each([
  [
    [20, 90],
    ['20', '50', '100'],
  ],
  [
    [2, 505],
    ['1', '5', '10', '50', '100', '500', '1000'],
  ],
  [
    [3, 450],
    ['1', '5', '10', '50', '100', '500'],
  ],
])('a logarithmic axis with few powers of ten has values between them: %j', (values, labels) => {
  const { yTicks } = layoutTimeSeries({
    buckets: bucketsFrom('2026-11-21T00:00Z', 2),
    series: [series(values, 'line')],
    format: String,
    logarithmic: true,
  })
  expect(yTicks.map(({ label }) => label)).toEqual(labels)
})

test('the bucket that goes on still is known, and says so; one that is over is not', () => {
  const chartAt = (now: string) =>
    layoutTimeSeries({
      buckets: bucketsFrom('2026-11-21T00:00Z', 4),
      series: [series([1, 2, 3, 4])],
      format: String,
      nowNs: at(now),
    })
  const chart = chartAt('2026-11-21T03:20Z')
  expect(chart.unfinished).toEqual({ x: '75%', width: '25%' })
  expect(chart.buckets.map(({ title }) => title.includes('so far'))).toEqual([false, false, false, true])
  expect(chartAt('2026-11-21T04:00Z').unfinished).toBeUndefined()
})

test('a range that ends within buckets is drawn and no more, the bars of these cut', () => {
  const chart = layoutTimeSeries({
    buckets: bucketsFrom('2026-11-21T00:00Z', 4),
    range: { from: at('2026-11-21T00:30Z'), to: at('2026-11-21T03:00Z') },
    series: [series([1, 2, 3, 4])],
    format: String,
    nowNs: at('2026-11-22T00:00Z'),
  })
  expect(chart.viewBox).toBe('4 0 20 1000')
  expect(chart.buckets.map(({ x, width }) => [x, width])).toEqual([
    ['0%', '20%'],
    ['20%', '40%'],
    ['60%', '40%'],
  ])
})

test('fifteen minutes are fifteen minutes of bars, of a minute each where rows are counted', () => {
  const moment = fc.bigInt({ min: 10n ** 18n, max: 2n * 10n ** 18n })
  fc.assert(
    fc.property(moment, from => {
      const range = { from, to: from + HOUR_NS / 4n }
      for (const [leastNs, stepNs] of [
        [ONE_MINUTE_BUCKETS, HOUR_NS / 60n],
        [undefined, HOUR_NS / 12n],
      ] as const) {
        const cut = timeBuckets(range, leastNs)
        const chart = layoutTimeSeries({ buckets: cut.buckets, range, series: [series([])], format: String })
        const widths = chart.buckets.map(({ width }) => Number.parseFloat(width))
        expect(cut.stepNs).toBe(stepNs)
        expect(widths.reduce((sum, width) => sum + width, 0)).toBeCloseTo(100, 0)
        expect(Math.max(...widths)).toBeCloseTo((Number(stepNs) / Number(HOUR_NS / 4n)) * 100, 1)
      }
    }),
  )
})

test('nothing at all is an axis with a zero and no bar', () => {
  const chart = layout([0, 0, undefined])
  expect(chart.bars).toEqual([{ name: 'exceptions', colour: 'bad', d: '' }])
  expect(chart.yTicks).toEqual([{ y: '100%', label: '0' }])
  expect(layoutSparkline([]).d).toBe('')
})

test('one bucket fills the width, and one exception in it is a whole number on the axis', () => {
  const chart = layout([1])
  expect(chart.buckets).toMatchObject([{ x: '0%', width: '100%' }])
  expect(chart.bars[0]?.d).toBe('M1,1000V0h6V1000Z')
  expect(chart.yTicks.map(({ label }) => label)).toEqual(['0', '1'])
})

test('one beside a thousand million is still seen', () => {
  expect(layout([1, 1e9]).bars[0]?.d).toBe('M1,1000V988h6V1000ZM9,1000V0h6V1000Z')
})

test('bars stand on those of the series before', () => {
  const buckets = bucketsFrom('2026-11-21T00:00Z', 1)
  const chart = layoutTimeSeries({
    buckets,
    series: [series([600]), { ...series([400]), name: 'more' }],
    format: String,
  })
  expect(chart.bars.map(({ d }) => d)).toEqual(['M1,1000V400h6V1000Z', 'M1,400V0h6V400Z'])
})

test('a gap ends a line, what stands between gaps is a dot, and no peak is at the edge of the plot', () => {
  expect(layout([2, undefined, 2, undefined, 1, 2], 'line').lines[0]?.d).toBe('M4,333ZM20,333ZM36,667L44,333')
  expect(layout([2, undefined, 1, 2], 'steps').lines[0]?.d).toBe('M4,333ZM20,667L24,667L24,333L28,333')
})

test('a bucket says its time and its values, in words and in the table', () => {
  const chart = layout([3, undefined])
  expect(chart.buckets[1]?.title).toBe('2026-11-21 01:00 to 02:00\nexceptions: unknown')
  expect(chart.table).toEqual({
    head: ['Time (UTC)', 'exceptions'],
    rows: [
      ['2026-11-21 00:00 to 01:00', '3'],
      ['2026-11-21 01:00 to 02:00', 'unknown'],
    ],
  })
})

test('ticks are evenly apart on the days on which clocks change', () => {
  for (const day of ['2026-03-29', '2026-10-25']) {
    const { xTicks } = layoutTimeSeries({
      buckets: bucketsFrom(`${day}T00:00Z`, 24),
      series: [series([])],
      format: String,
    })
    const places = xTicks.map(({ x }) => Number.parseFloat(x))
    expect(places).toEqual([12.5, 25, 37.5, 50, 62.5, 75, 87.5])
    expect(xTicks[0]?.label).toBe('03:00')
  }
})

test('no tick is so early that its text would meet that of the lowest value, or so late that it would end beyond the chart', () => {
  const buckets = bucketsFrom('2026-11-19T23:30Z', 25)
  const { xTicks } = layoutTimeSeries({ buckets, series: [series([])], format: String })
  expect([xTicks[0]?.label, xTicks.at(-1)?.label]).toEqual(['03:00', '21:00'])
})

/** Marks of a day, by their hours. */
const marksAt = (...hours: readonly number[]) => {
  const marks = hours.map(hour => {
    const atNs = at('2026-11-21T00:00Z') + BigInt(Math.round(hour * 60)) * 60_000_000_000n
    return { atNs, label: `r${hour}`, title: `shop r${hour}` }
  })
  return layoutTimeSeries({
    buckets: bucketsFrom('2026-11-21T00:00Z', 24),
    series: [series([])],
    marks,
    format: String,
  }).marks
}

test('of marks at one place the newest has a line and a label, and each its title', () => {
  expect(marksAt(6.05, 6, 12, 24)).toEqual([
    { x: '25%', isDrawn: false, top: 0, label: '', labelAt: { x: '25%', dx: 4 }, title: 'shop r6' },
    { x: '25.2%', isDrawn: true, top: -14, label: 'r6.05', labelAt: { x: '25.2%', dx: 4 }, title: 'shop r6.05' },
    { x: '50%', isDrawn: true, top: -14, label: 'r12', labelAt: { x: '50%', dx: 4 }, title: 'shop r12' },
  ])
})

test('few marks near each other have a line each, which starts at its label or below the others', () => {
  const marks = marksAt(22.6, 22.8, 23, 23.2)
  expect(marks.map(({ label, top, labelAt: { dy, textAnchor } }) => [label, top, dy, textAnchor])).toEqual([
    ['', 14, undefined, undefined],
    ['', 14, undefined, undefined],
    ['r23', 0, 14, 'end'],
    ['r23.2', -14, undefined, 'end'],
  ])
  expect(marks.every(({ isDrawn }) => isDrawn)).toBe(true)
})

test('two marks at the right edge have labels that cross no line', () => {
  expect(marksAt(9.8, 15.6, 21.2, 22.4).map(({ label, labelAt }) => [label, labelAt.dx])).toEqual([
    ['r9.8', 4],
    ['r15.6', -4],
    ['r21.2', -4],
    ['r22.4', 4],
  ])
})

test('however many marks there are, some 25 lines are drawn, none beside another, and each mark is there', () => {
  const range = bucketsFrom('2026-11-21T00:00Z', 24)
  const minutes = fc.array(fc.integer({ min: 0, max: 24 * 60 - 1 }), { maxLength: 300 })
  fc.assert(
    fc.property(minutes, all => {
      const marks = all.map(minute => ({
        atNs: at('2026-11-21T00:00Z') + BigInt(minute) * 60_000_000_000n,
        label: 'r',
        title: 'r',
      }))
      const chart = layoutTimeSeries({ buckets: range, series: [], marks, format: String })
      const places = chart.marks.filter(({ isDrawn }) => isDrawn).map(({ x }) => Number.parseFloat(x))
      expect(chart.marks).toHaveLength(all.length)
      expect(places.length).toBeLessThanOrEqual(25)
      const apart = all.length > 8 ? 3.98 : 0.38
      for (const [index, place] of places.entries())
        expect(place - (places[index - 1] ?? -4)).toBeGreaterThanOrEqual(apart)
      if (all.length > 0) expect(chart.marks.at(-1)?.isDrawn).toBe(true)
    }),
  )
})

test('a range is cut into at most sixty buckets of a round length that hold all of it', () => {
  const moment = fc.bigInt({ min: 0n, max: 2n ** 63n - 1n })
  fc.assert(
    fc.property(moment, moment, (a, b) => {
      const range = a < b ? { from: a, to: b } : { from: b, to: a + 1n }
      const { buckets, stepNs } = timeBuckets(range)
      const [first, last] = [buckets[0], buckets.at(-1)]
      if (first === undefined || last === undefined) return expect.fail('no buckets')
      expect(buckets.length).toBeLessThanOrEqual(60)
      for (const { fromNs, toNs } of buckets) expect([fromNs % stepNs, toNs - fromNs]).toEqual([0n, stepNs])
      expect(last.toNs).toBeGreaterThanOrEqual(range.to)
      if (buckets.length < 60) expect(first.fromNs).toBeLessThanOrEqual(range.from)
    }),
  )
})
