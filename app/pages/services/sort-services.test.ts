import fc from 'fast-check'
import { expect, test } from 'vitest'
import { failsMore } from '../../insights/error-rates.ts'
import type { ServiceSort } from './service-filters.ts'
import { type ServiceRow, sortServices } from './sort-services.ts'

const latency = (p95: bigint, satisfied: number) => {
  const now = { requests: 10, failed: 0, satisfied, tolerating: 0, p50: 1n, p75: 1n, p95, p99: p95 }
  return {
    service: '',
    route: '',
    isBrowser: false,
    now,
    before: now,
    slowest: p95,
    clientErrors: 0,
    clientErrorStatuses: [0, 0] as const,
    oneIn: 1,
  }
}
const row = (service: string, of: Partial<ServiceRow>): ServiceRow => ({
  service,
  isBrowser: false,
  requests: { now: 10, before: 0 },
  failed: { now: 0, before: 0 },
  verdict: { isBad: false, note: '' },
  perMinute: 1,
  stopped: '',
  requestLine: { d: '', width: 1, height: 1 },
  errorLine: { d: '', width: 1, height: 1 },
  latency: latency(1n, 10),
  issues: 0,
  release: '',
  releaseNs: undefined,
  ...of,
})
const rows = [
  row('silent', { requests: { now: 0, before: 5 }, latency: undefined, issues: 3 }),
  row('cart', { latency: latency(9n, 5) }),
  row('auth', { failed: { now: 1, before: 0 } }),
]
const order = (sort: ServiceSort) => sortServices(rows, sort).map(({ service }) => service)

test('sorts by each column in both directions, services without the number last', () => {
  expect(order('-requests')).toEqual(['auth', 'cart', 'silent'])
  expect(order('requests')).toEqual(['silent', 'auth', 'cart'])
  expect(order('-errors')).toEqual(['auth', 'cart', 'silent'])
  expect(order('errors')).toEqual(['cart', 'auth', 'silent'])
  expect(order('-p95')).toEqual(['cart', 'auth', 'silent'])
  expect(order('p95')).toEqual(['auth', 'cart', 'silent'])
  expect(order('apdex')).toEqual(['cart', 'auth', 'silent'])
  expect(order('-issues')).toEqual(['silent', 'auth', 'cart'])
  expect(order('service')).toEqual(['auth', 'cart', 'silent'])
  expect(order('-service')).toEqual(['silent', 'cart', 'auth'])
})

test('first come services whose rows say that they fail more than before, then the others, each the highest error rate first', () => {
  const counts = fc.record({ requests: fc.integer({ min: 20, max: 500 }), failed: fc.integer({ min: 0, max: 20 }) })
  const services = fc.array(fc.record({ now: counts, before: counts, note: fc.constantFrom('', 'none for 6 h') }))
  fc.assert(
    fc.property(services, all => {
      const sorted = sortServices(
        all.map(({ now, before, note }, i) =>
          row(`${i}`, {
            requests: { now: now.requests, before: before.requests },
            failed: { now: now.failed, before: before.failed },
            verdict: { isBad: false, note },
          }),
        ),
        '-change',
      )
      const keys = sorted.map(({ failed, requests, verdict }) => {
        const isRisen = verdict.note === '' && failsMore({ failed, requests })
        return (isRisen ? 2 : 0) + failed.now / requests.now
      })
      expect(keys).toEqual(keys.toSorted((a, b) => b - a))
    }),
  )
})
