import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { summarizeOverview } from '../../parts/request-summary/summarize.server.ts'
import { readScope } from '../../url/scope.ts'
import { type DescribedDeclines, describeDeclines } from './describe-declines.server.ts'
import { HeadlineFigures } from './headline.tsx'
import { presentOverview } from './present-overview.server.ts'
import { SummaryCharts, SummaryTable } from './summary.tsx'

const HOUR_NS = 3_600_000_000_000n
const [nowNs, scope] = [1_000_000n * HOUR_NS, readScope(new URLSearchParams(), Date.now()).filters]

/** The overview's numbers for an hour without errors after one with a hundred, by the requests of both. */
function numbersFor(requests: { readonly now: number; readonly before: number }, declines?: DescribedDeclines): string {
  const before = { bucketNs: nowNs - 2n * HOUR_NS, service: 'shop' }
  const now = { ...before, bucketNs: nowNs - HOUR_NS }
  const summary = presentOverview(
    summarizeOverview({
      comparison: { fromNs: now.bucketNs, toNs: nowNs, beforeNs: before.bucketNs, stepNs: HOUR_NS },
      buckets: [{ fromNs: now.bucketNs, toNs: nowNs }],
      nowNs,
      requests: [
        { ...before, requests: requests.before, failed: requests.before / 10 },
        { ...now, requests: requests.now, failed: 0 },
      ],
      exceptions: [{ ...before, exceptions: 100 }],
      releases: [],
    }),
    declines,
  )
  return renderToStaticMarkup(
    <MemoryRouter>
      <HeadlineFigures summary={summary} sessions={{ answer: { now: 0, before: 9 } }} scope={scope} />
      <SummaryCharts summary={summary} />
      <SummaryTable summary={summary} latencies={{ answer: [] }} scope={scope} />
    </MemoryRouter>,
  )
}

const improved = (html: string) => html.match(/class="change better">down (100 %|to 0)/g)?.length ?? 0

test('fewer errors are an improvement while there is traffic, and none where nine tenths of it are gone', () => {
  expect(improved(numbersFor({ now: 900, before: 1_000 }))).toBe(5)
  const gone = numbersFor({ now: 100, before: 1_000 })
  expect(gone).toContain('down to 0')
  expect(improved(gone)).toBe(0)
})

test('missing traffic is told at the number of requests, and its chart comes first', () => {
  const declines = describeDeclines([{ service: 'shop', minutes: 60, recent: 0, usual: 90 }])
  const html = numbersFor({ now: 900, before: 1_000 }, declines)
  expect(html).toContain('class="change worse">shop: 0 in the last 60 min')
  expect(html.match(/(?<=<h2>)(Requests|Exceptions)(?=<)/g)).toEqual(['Requests', 'Exceptions'])
  expect(numbersFor({ now: 900, before: 1_000 }).match(/(?<=<h2>)(Requests|Exceptions)(?=<)/g)).toEqual([
    'Exceptions',
    'Requests',
  ])
})
