import { expect, test } from 'vitest'
import { exceptionRow, openTestStore } from '../../test/store/open-test-store.ts'
import { nsOfMs } from '../units.ts'
import { findIssues } from './find-issues.ts'

const thrown = (minutesAgo: number, issue: string, message: string, route = '/') =>
  exceptionRow({
    at: nsOfMs(Date.now() - minutesAgo * 60_000),
    message,
    attributes: { 'errata.issue.fingerprint': issue, 'http.route': route },
  })

test('issues are found by the route of their latest exception, merged ones by their target', async () => {
  await using store = await openTestStore([
    thrown(9, 'a', 'no cart'),
    thrown(8, 'b', 'no price', '/cart'),
    thrown(7, 'c', 'no cart', '/cart'),
    thrown(6, 'c', 'Ünpaid'),
  ])
  const nobody = { from: [], to: [], byRule: new Map() }
  const fromNs = nsOfMs(Date.now() - 3_600_000)
  expect(await findIssues(store, { merges: nobody, route: '/cart', fromNs })).toEqual(['b'])
  expect(await findIssues(store, { merges: nobody, route: '/', fromNs })).toEqual(['a', 'c'])
  expect(await findIssues(store, { merges: { ...nobody, from: ['a'], to: ['b'] }, route: '/cart', fromNs })).toEqual([
    'b',
  ])
  expect(await findIssues(store, { merges: nobody, route: '/', fromNs: nsOfMs(Date.now() - 8 * 60_000) })).toEqual([
    'c',
  ])
})
