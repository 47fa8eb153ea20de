import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { ComparedLatency } from '../../../store/services/list-latencies.ts'
import { readScope } from '../../url/scope.ts'
import { OperationLatencies } from './operation-latencies.tsx'

const { filters: scope } = readScope(new URLSearchParams('service=mail'), Date.now())
const none = { requests: 0, failed: 0, satisfied: 0, tolerating: 0, p50: 0n, p75: 0n, p95: 0n, p99: 0n }
const latency = (operation: string, requests: number, failed: number, others = 0): ComparedLatency =>
  ({
    ...{
      service: 'mail',
      isBrowser: false,
      operation,
      others,
      before: none,
      slowest: 0n,
      clientErrors: 0,
      clientErrorStatuses: [0, 0],
    },
    now: { ...none, requests, failed },
    oneIn: 1,
  }) as const
const show = (...operations: ComparedLatency[]) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <OperationLatencies latencies={{ operations }} scope={{ ...scope, service: 'mail' }} />
    </MemoryRouter>,
  ).replaceAll('&amp;', '&')
const namesIn = (html: string) =>
  Array.from(html.matchAll(/<th scope="row"[^>]*>(.*?)<\/th>/g), ([, cell = '']) => cell.replaceAll(/<[^>]*>/g, ''))

test('operations are listed by name, those that fail most first, and all others together last', () => {
  const html = show(
    latency('process orders', 100, 1),
    latency('shop.Mail/Send', 90, 40),
    latency('', 50, 0),
    latency('', 70, 60, 1_240),
  )
  expect(namesIn(html)).toEqual(['shop.Mail/Send', 'process orders', 'without a name', '1,240 other operations'])
  expect(html).toContain('The 3 most frequent operations, and all others together.')
  expect(html).toContain('operation%3A%22process+orders%22')
  expect(html).not.toMatch(/request/i)
})

test('errors in GraphQL answers are told beside the table, with what failed, and are no operation', () => {
  const html = show(latency('/graphql', 100, 0), latency('GraphQL errors', 0, 17))
  expect(namesIn(html)).toEqual(['/graphql'])
  expect(html).toMatch(
    /GraphQL errors<\/a> in 17 traces, answered with status 200: they count as failed in this service/,
  )
  expect(html).toContain('by=operation')
})
