import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { HeatMap } from '../../pages/traces/heat-map.tsx'
import { layoutHeatMap } from '../../pages/traces/layout-heat-map.server.ts'
import { layoutSparkline } from './layout-sparkline.server.ts'
import { layoutTimeSeries } from './layout-time-series.server.ts'
import { Sparkline } from './sparkline.tsx'
import { TimeSeries } from './time-series.tsx'

const buckets = [0n, 1n, 2n].map(hour => ({
  fromNs: hour * 3_600_000_000_000n,
  toNs: (hour + 1n) * 3_600_000_000_000n,
}))
const labels = { title: 'Exceptions', caption: 'Three in three hours.' }

function htmlOf(element: ReactElement): string {
  return renderToStaticMarkup(<MemoryRouter>{element}</MemoryRouter>)
}

const charts = [
  <TimeSeries
    key="time"
    {...labels}
    chart={layoutTimeSeries({
      buckets,
      series: [
        { name: 'now', colour: 'bad', shape: 'bars', values: [1, 2, 3] },
        { name: 'before', colour: 'before', shape: 'line', values: [3, 2, 1] },
      ],
      marks: [{ atNs: 3_600_000_000_000n, label: '2.4.1', title: 'shop 2.4.1' }],
      format: String,
    })}
  />,
  <HeatMap
    key="heat"
    {...labels}
    chart={layoutHeatMap({ buckets, bands: ['fast'], edges: ['0', '1'], counts: [[1, 2, 3]], format: String })}
    labels={{ counts: 'Spans', rare: 'Slowest 1 %', shares: 'Share that failed' }}
    linkTo={({ fromNs }) => `/?from=${fromNs}`}
    linkToArea={({ fromNs }) => `/?from=${fromNs}`}
  />,
]

test.each(charts)('a chart is complete in the HTML: no style, a link a bucket, words and a table', chart => {
  const html = htmlOf(chart)
  expect(html).not.toMatch(/[ ]style=/)
  expect(html.match(/<a [^>]*class="bucket"/g)).toHaveLength(3)
  expect(html).toMatch(/<figcaption id="([^"]+)"><h2>Exceptions<\/h2><p>Three in three hours\..*<\/p><\/figcaption>/)
  expect(html).toMatch(/<summary>Show as table<\/summary>/)
  expect(html.match(/<tbody>.*<\/tbody>/)?.[0].match(/<tr>/g)).toHaveLength(3)
})

test('the cells of a heat map have a colour of the theme', () => {
  const html = htmlOf(charts[1] ?? <p />)
  expect(html).toMatch(/<svg [^>]*class="heat series-0"/)
})

test('a heat map has a key of the colours that it uses, from 1 to the largest count', () => {
  const html = htmlOf(charts[1] ?? <p />)
  expect(
    html
      .match(/Spans:.*?<\/li>/)?.[0]
      .replace(/<!-- -->|<.*?>/g, '')
      .replace(/ +/g, ' ')
      .trim(),
  ).toBe('Spans: 1 2 3')
  expect(html.match(/<rect fill-opacity/g)).toHaveLength(10)
})

test('a bucket of time leads to its time and says what was in it, and a release stands in the legend', () => {
  const html = htmlOf(charts[0] ?? <p />)
  expect(html).toContain('href="/?from=1970-01-01T01%3A00&amp;to=1970-01-01T02%3A00"')
  expect(html).toContain('<title>1970-01-01 01:00 to 02:00\nnow: 2\nbefore: 2</title>')
  expect(html).toContain('<li class="key mark-key"><span title="shop 2.4.1">shop 2.4.1</span></li>')
  expect(html).toContain('<li>per 1 h</li>')
})

test('the bucket that goes on still is hatched, no other', () => {
  const chart = (nowNs: bigint) =>
    layoutTimeSeries({
      buckets,
      series: [{ name: 'now', colour: 'bad', shape: 'bars', values: [1, 2, 3] }],
      format: String,
      nowNs,
    })
  const draw = (nowNs: bigint) => htmlOf(<TimeSeries {...labels} chart={chart(nowNs)} />)
  const [hatched, whole] = [draw(8_000_000_000_000n), draw(20_000_000_000_000n)]
  const id = /<pattern id="([^"]+)"/.exec(hatched)?.[1]
  expect(hatched).toContain(`<rect x="66.67%" width="33.33%" height="100%" fill="url(#${id})"`)
  expect(whole).not.toContain('<pattern')
})

test('of many releases the latest eight stand in the legend, the earlier ones behind their number', () => {
  const marks = Array.from({ length: 20 }, (_, index) => ({
    atNs: BigInt(index) * 60_000_000_000n,
    label: `1.${index}`,
    title: `shop 1.${index}`,
  }))
  const chart = layoutTimeSeries({ buckets, series: [], marks, format: String })
  const html = htmlOf(<TimeSeries {...labels} chart={chart} />)
  const [legend, earlier = ''] = html.split('<summary>12 earlier releases</summary>')
  expect(legend?.match(/shop 1\.\d+/g)).toEqual(expect.arrayContaining(['shop 1.12', 'shop 1.19']))
  expect(legend).not.toMatch(/<span[^>]*>shop 1\.11</)
  expect(earlier).toMatch(/<span[^>]*>shop 1\.0</)
  expect(html.match(/mark-key/g)).toHaveLength(20)
})

test('a chart above a list keeps its releases behind their number', () => {
  const marks = [1n, 2n].map(hour => ({ atNs: hour * 3_600_000_000_000n, label: `1.${hour}`, title: `shop 1.${hour}` }))
  const chart = layoutTimeSeries({ buckets, series: [], marks, format: String })
  const html = htmlOf(<TimeSeries {...labels} chart={chart} foldsReleases />)
  const [shown, folded = ''] = html.split('<summary>2 releases</summary>')
  expect(shown).not.toContain('mark-key')
  expect(folded.match(/mark-key/g)).toHaveLength(2)
})

test('the newest mark at the right edge has its label on the left, above that of one beside it', () => {
  const labelsAt = (...minutes: readonly number[]) =>
    layoutTimeSeries({
      buckets,
      series: [],
      marks: minutes.map(minute => ({
        atNs: BigInt(minute) * 60_000_000_000n,
        label: `${minute}`,
        title: `${minute}`,
      })),
      format: String,
    }).marks.map(({ label, labelAt }) => [label, labelAt.textAnchor, labelAt.dy])
  expect(labelsAt(90, 170)).toEqual([
    ['90', undefined, undefined],
    ['170', 'end', undefined],
  ])
  expect(labelsAt(155, 170)).toEqual([
    ['155', 'end', 14],
    ['170', 'end', undefined],
  ])
})

test('a chart counts the releases that are too close to draw', () => {
  const marks = Array.from({ length: 55 }, (_, index) => ({
    atNs: BigInt(index) * 60_000_000_000n,
    label: '1',
    title: `${index}`,
  }))
  const chart = layoutTimeSeries({ buckets: buckets.slice(0, 1), series: [], marks, format: String })
  const html = htmlOf(<TimeSeries {...labels} chart={chart} />)
  const lines = html.match(/class="mark-line"/g)?.length ?? 0
  expect(lines).toBeLessThan(25)
  expect(html).toContain(`${55 - lines} more releases, too close to draw`)
})

test('a sparkline is hidden from readers of screens, for its number stands beside it', () => {
  expect(htmlOf(<Sparkline model={layoutSparkline([1, 0, 2])} />)).toMatch(
    /^<svg class="sparkline" aria-hidden="true">.*d="M0,50L10,100L20,0"/,
  )
})

test('the legend of a heat map names only what is drawn: what is rare, and the share of the selection or of failures', () => {
  const [counts, some] = [
    [
      [20, 70, 9],
      [0, 0, 1],
    ],
    [[0, 2, 0], []],
  ]
  const legendOf = (options: Partial<Parameters<typeof layoutHeatMap>[0]>) => {
    const chart = layoutHeatMap({
      buckets,
      bands: ['fast', 'slow'],
      edges: ['', '', ''],
      counts,
      format: String,
      ...options,
    })
    const map = (
      <HeatMap
        {...labels}
        chart={chart}
        labels={{ counts: 'Spans', rare: 'Slowest 1 %', shares: 'Share' }}
        linkTo={() => '/'}
        linkToArea={() => '/'}
      />
    )
    const items =
      htmlOf(map)
        .match(/<ul[^>]*aria-label="Legend">(.*?)<\/ul>/)?.[1]
        ?.match(/<li>.*?<\/li>/g) ?? []
    return items.map(item =>
      item
        .replaceAll(/<!-- -->|<.*?>/g, '')
        .replaceAll(/ +/g, ' ')
        .trim(),
    )
  }
  expect(legendOf({})).toEqual(['Spans: 1 8 70', 'Slowest 1 %'])
  expect(legendOf({ counts: [[1, 1, 1], []], failures: some })).toEqual(['Spans: 1', 'Share'])
  expect(legendOf({ selection: some })).toEqual(['Spans: 1 8 70', 'Selected: 1 2', 'Slowest 1 %', 'Share'])
})
