import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { addPreviousPeriod } from '../../../store/comparison.ts'
import { summarizeOverview } from '../../parts/request-summary/summarize.server.ts'
import { readScope } from '../../url/scope.ts'
import { type DescribedDeclines, describeDeclines } from './describe-declines.server.ts'
import { HeadlineFigures } from './headline.tsx'
import { IncidentLines } from './incident-lines.tsx'
import { presentOverview } from './present-overview.server.ts'
import { SummaryCharts, SummaryTable } from './summary.tsx'

const HOUR_NS = 3_600_000_000_000n
const [nowNs, scope] = [1_000_000n * HOUR_NS, readScope(new URLSearchParams(), Date.now()).filters]

/** The overview's numbers for an hour without errors after one with a hundred, by the requests of both. */
function numbersFor(requests: { readonly now: number; readonly before: number }, declines?: DescribedDeclines): string {
  const before = { isNow: false, bucketNs: nowNs - HOUR_NS, service: 'shop', isBrowser: false }
  const now = { ...before, isNow: true }
  const summary = presentOverview(
    summarizeOverview({
      comparison: addPreviousPeriod({ from: now.bucketNs, to: nowNs }, HOUR_NS),
      buckets: [{ fromNs: now.bucketNs, toNs: nowNs }],
      nowNs,
      requests: [
        { ...before, requests: requests.before, failed: requests.before / 10 },
        { ...now, requests: requests.now, failed: 0 },
      ],
      exceptions: [undefined, before.bucketNs].map(bucketNs => ({ ...before, bucketNs, exceptions: 100 })),
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

test('where traffic is missing, the chart of requests comes first', () => {
  const declines = describeDeclines([{ service: 'shop', minutes: 60, recent: 0, usual: 90 }])
  const html = numbersFor({ now: 900, before: 1_000 }, declines)
  expect(html.match(/(?<=<h2>)(Requests|Exceptions)(?=<)/g)).toEqual(['Requests', 'Exceptions'])
  expect(numbersFor({ now: 900, before: 1_000 }).match(/(?<=<h2>)(Requests|Exceptions)(?=<)/g)).toEqual([
    'Exceptions',
    'Requests',
  ])
})

test('what was counted lately, and how much more that is, is told above the figures alone', () => {
  const hours = Array.from({ length: 24 }, (_, hour) => nowNs - BigInt(24 - hour) * HOUR_NS)
  const [fromNs = 0n] = hours
  const summary = presentOverview(
    summarizeOverview({
      comparison: { fromNs, toNs: nowNs, beforeNs: fromNs - 24n * HOUR_NS, stepNs: HOUR_NS, lastedNs: 24n * HOUR_NS },
      buckets: hours.map(at => ({ fromNs: at, toNs: at + HOUR_NS })),
      nowNs,
      requests: hours.map(bucketNs => ({
        bucketNs,
        service: 'shop',
        isBrowser: false,
        isNow: true,
        requests: 100,
        failed: 9,
      })),
      exceptions: hours.map(bucketNs => ({ bucketNs, service: 'shop', isNow: true, exceptions: 9 })),
      releases: [],
    }),
  )
  expect(summary.recent?.since).toMatch(/\d\d:\d\d/)
  const incident = {
    recent: 'Errors not back to normal yet: 9 exceptions',
    rises: 'Error rate 9× (1 % → 9 %)',
    isOver: false,
    causes: [],
    lines: [],
    slower: [],
    slowerText: '',
  }
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <HeadlineFigures summary={summary} sessions={{ answer: { now: 0, before: 9 } }} scope={scope} />
      <SummaryCharts summary={summary} />
      <IncidentLines incident={incident} />
    </MemoryRouter>,
  )
  expect(html).not.toContain(`since ${summary.recent?.since}`)
  expect(html).not.toContain(incident.rises)
})
