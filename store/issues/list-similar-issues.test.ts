import { expect, test } from 'vitest'
import { exceptionRow, type InsertedRow, openTestStore } from '../../test/store/open-test-store.ts'
import { nsOfMs } from '../units.ts'
import { listSimilarIssues } from './list-similar-issues.ts'

const atNs = nsOfMs(Date.now())
const thrown = (issue: string, message: string, functionName: string): InsertedRow =>
  exceptionRow({
    at: atNs,
    message,
    stacktrace: `TypeError: ${message}\n    at ${functionName} (/srv/pay.js:1:2)`,
    attributes: { 'errata.issue.fingerprint': issue },
  })

test('lists issues with the same function or a similar message, those with both first, without itself and merged ones', async () => {
  await using store = await openTestStore([
    thrown('a', 'Cannot read the price of order 17', 'readPrice'),
    thrown('elsewhere', 'Cannot read the price of order 4711', 'showPrice'),
    thrown('there', 'connection was closed', 'readPrice'),
    thrown('both', 'Cannot read the price of order 5', 'readPrice'),
    thrown('merged', 'Cannot read the price of order 5', 'readPrice'),
    thrown('other', 'no stock is left for today', 'sell'),
  ])
  const [{ Function: functionName } = { Function: '' }] = await store.querySql<{ Function: string }>(
    "SELECT max(Latest).5 AS Function FROM issues WHERE Issue = 'a'",
  )
  const summary = {
    issue: 'a',
    service: 'shop',
    isBrowser: false,
    type: 'TypeError',
    message: 'Cannot read the price of order 17',
    route: '',
    function: functionName,
    firstRelease: '',
    lastRelease: '',
    releases: [],
  }
  const merges = { from: ['merged'], to: ['a'], byRule: new Map() }
  const found = await listSimilarIssues(store, { issue: { issue: 'a', merges, summary }, limit: 10 })
  expect(found.map(({ issue, isThere, isAlike }) => [issue, isThere, isAlike])).toEqual([
    ['both', true, true],
    ['elsewhere', false, true],
    ['there', true, false],
  ])
  expect(found.some(({ isPart }) => isPart)).toBe(false)
  const [last] = await listSimilarIssues(store, { issue: { issue: 'a', merges, summary }, limit: 10, looked: 3 })
  expect(last).toMatchObject({ isPart: true })
})
