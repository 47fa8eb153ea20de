import { expect, test } from 'vitest'
import { describeRelayedRecords } from './describe-relayed.ts'

test('counts forwarded browser requests, and the rejected ones by service and status, most frequent first', () => {
  const forwarded = { service: 'shop', status: '200', requests: 1_204 }
  expect(describeRelayedRecords([forwarded])).toContain('1,204 browser requests and rejected none')
  expect(describeRelayedRecords([])).toBe('')
  const answers = [
    { service: 'shop', status: '413', requests: 1 },
    { service: 'shop', status: '200', requests: 80 },
    { service: 'cart', status: '200', requests: 10 },
    { service: 'cart', status: '400', requests: 9 },
  ]
  expect(describeRelayedRecords(answers)).toMatch(
    /90 of 100 browser requests\. Rejected: 9 of cart with 400, 1 of shop with 413\./,
  )
})
