import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { buildTree } from '../../../trace/build-tree.ts'
import { findCriticalPath } from '../../../trace/critical-path.ts'
import { type TypicalDurations, WhereTimeWent } from './where-time-went.tsx'

const MS = 1_000_000
const span = (id: number, name: string, from: number, to: number, failed = false) => ({
  ...{ spanId: id.toString(16).padStart(16, '0'), parentSpanId: id === 1 ? '' : `${'0'.repeat(15)}1`, service: 'shop' },
  ...{ name, kind: 'Internal', startNs: BigInt(from * MS), durationNs: BigInt((to - from) * MS), failed },
})

function textOf(spans: Parameters<typeof buildTree>[0], typical?: TypicalDurations): string {
  const tree = buildTree(spans)
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <WhereTimeWent tree={tree} path={findCriticalPath(tree)} typical={typical} addressOf={of => `?span=${of}`} />
    </MemoryRouter>,
  )
  return html.replace(/<[^>]*>/g, '')
}

test('says what a trace waited for, longest first, and how many of the calls failed', () => {
  const calls = [0, 10, 20].map((from, i) => span(i + 2, 'GET /prices', from, from + 8, i < 2))
  expect(textOf([span(1, 'GET /cart', 0, 200), ...calls, span(9, 'acquire connection', 40, 195)])).toBe(
    '200 ms: 155 ms in acquire connection of shop, 24.0 ms in 3 × GET /prices of shop (2 failed), 21.0 ms in GET /cart of shop',
  )
})

test('says how much went elsewhere, but not what is hardly any', () => {
  const many = Array.from({ length: 10 }, (_, i) => span(i + 2, `step ${i}`, i * 10, i * 10 + 10))
  expect(textOf([span(1, 'job', 0, 100), ...many])).toBe(
    '100 ms: 10.0 ms in step 0 of shop, 10.0 ms in step 1 of shop, 10.0 ms in step 2 of shop, 70.0 ms elsewhere',
  )
  expect(textOf([span(1, 'job', 0, 100), span(2, 'work', 1, 99)])).toBe('100 ms: 98.0 ms in work of shop')
})

test('says nothing of one span', () => {
  expect(textOf([span(1, 'job', 0, 100)])).toBe('')
})

test('says how long such spans usually last, if enough are known and nothing else ran meanwhile', () => {
  const known = (name: string, medianMs: number, spans: number) => {
    return { service: 'shop', name, medianNs: BigInt(medianMs * MS), spans }
  }
  const typical = {
    answer: [known('acquire connection', 18, 20), known('GET /prices', 3, 900), known('GET /cart', 150, 900)],
  }
  const calls = [0, 10, 20].map((from, i) => span(i + 2, 'GET /prices', from, from + 8))
  const spans = [span(1, 'GET /cart', 0, 200), ...calls, span(9, 'acquire connection', 40, 195)]
  expect(textOf(spans, typical)).toBe(
    '200 ms: 155 ms in acquire connection of shop (typical 18.0 ms), 24.0 ms in 3 × GET /prices of shop (typical 3.00 ms each), 21.0 ms in GET /cart of shop',
  )
  expect(textOf(spans, { answer: [known('acquire connection', 18, 19)] })).not.toContain('typical')
})
