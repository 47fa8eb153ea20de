import { expect, test } from 'vitest'
import { assessRoute, describeClientErrors } from './describe-client-errors.ts'

const latency = (
  failed: number,
  clientErrors: number,
  clientErrorStatuses: readonly [number, number],
  failedBefore = failed,
) => {
  const now = { requests: 200, failed, satisfied: 70, tolerating: 0, p50: 1n, p75: 1n, p95: 1n, p99: 1n }
  return {
    service: 'checkout',
    route: '',
    isBrowser: false,
    now,
    before: { ...now, failed: failedBefore },
    slowest: 1n,
    clientErrors,
    clientErrorStatuses,
    oneIn: 1,
  }
}
const describe = (...of: Parameters<typeof latency>) => describeClientErrors(latency(...of))

test('says how many failures have a status of the client, and which if there is one', () => {
  expect(describe(7, 0, [0, 0])).toBe('')
  expect(describe(7, 7, [402, 402])).toBe('all HTTP 402')
  expect(describe(7, 6, [402, 402])).toBe('6 × HTTP 402')
  expect(describe(7, 6, [402, 409])).toBe('6 × HTTP 4xx')
})

test('failures of callers alone are no trouble unless they are more than before', () => {
  expect(assessRoute(latency(7, 7, [402, 402], 4)).isBad).toBe(false)
  expect(assessRoute(latency(30, 30, [402, 402], 4)).isBad).toBe(true)
  expect(assessRoute(latency(7, 6, [402, 402])).isBad).toBe(true)
  expect(assessRoute(latency(0, 0, [0, 0])).isBad).toBe(false)
})
