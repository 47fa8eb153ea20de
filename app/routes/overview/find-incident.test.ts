import { expect, test } from 'vitest'
import { findIncident } from './find-incident.ts'

const count = (now: number, before: number) => ({ now, before })
const calm = { requests: count(1_000, 1_000), failed: count(12, 12), exceptions: count(52, 52), releases: [] }
const issue = (service: string, firstSeenNs: bigint, isNew = true) => ({
  issue: `${service} ${firstSeenNs}`,
  now: 1,
  before: 0,
  isNew,
  firstSeenNs,
  type: 'TypeError',
  message: '',
  service,
})

test('failures and exceptions that rose are named with their ratios', () => {
  const summary = { ...calm, failed: count(40, 12), exceptions: count(403, 67) }
  expect(findIncident({ summary, issues: [] })).toEqual({
    rises: ['error rate 3.3× (1.2 % → 4 %)', 'exceptions 6× (67 → 403)'],
    release: undefined,
  })
  expect(findIncident({ summary: { ...calm, failed: count(40, 0) }, issues: [] })?.rises).toEqual([
    'error rate 0 % → 4 %',
  ])
})

test('usual numbers, few failures among many requests, and a handful of exceptions are no incident', () => {
  expect(findIncident({ summary: calm, issues: [issue('shop', 5n)] })).toBeUndefined()
  expect(findIncident({ summary: { ...calm, failed: count(9, 1) }, issues: [] })).toBeUndefined()
  expect(findIncident({ summary: { ...calm, exceptions: count(9, 0) }, issues: [] })).toBeUndefined()
})

test('rises that chance explains are no incident, as they have no colour elsewhere', () => {
  expect(findIncident({ summary: { ...calm, failed: count(14, 6) }, issues: [] })).toBeUndefined()
  expect(findIncident({ summary: { ...calm, exceptions: count(12, 6) }, issues: [] })).toBeUndefined()
})

test('the release with most new issues of its services is named, not one that came later', () => {
  const releases = [
    { release: '2.4.1', service: 'shop', firstSeenNs: 10n },
    { release: '2.4.2', service: 'shop', firstSeenNs: 30n },
    { release: '7', service: 'stock', firstSeenNs: 1n },
  ]
  const issues = [issue('shop', 12n), issue('shop', 29n), issue('shop', 31n), issue('shop', 5n), issue('stock', 0n)]
  expect(findIncident({ summary: { ...calm, releases }, issues: [...issues, issue('shop', 35n, false)] })).toEqual({
    rises: [],
    release: { name: '2.4.1', issues: '2 new issues' },
  })
})
