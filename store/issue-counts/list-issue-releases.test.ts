import { expect, test } from 'vitest'
import { exceptionRow, openTestStore } from '../../test/store/open-test-store.ts'
import { nsOfMs } from '../units.ts'
import { listIssueReleases } from './list-issue-releases.ts'

const nowMs = Date.now()
const at = (minutesAgo: number) => nsOfMs(nowMs - minutesAgo * 60_000)
const thrown = (minutesAgo: number, issue: string, attributes: Record<string, string> = {}, release = '') =>
  exceptionRow({
    at: at(minutesAgo),
    resource: { 'service.version': release },
    attributes: { 'errata.issue.fingerprint': issue, ...attributes },
  })

test('lists in which releases issues were seen, by first sight, merged ones together', async () => {
  await using store = await openTestStore([
    thrown(9, 'a', {}, '2'),
    thrown(20, 'a', {}, '1'),
    thrown(5, 'b', {}, '1'),
    thrown(5, 'c', {}, '3'),
  ])
  const found = await listIssueReleases(store, { issues: ['a'], merges: { from: ['b'], to: ['a'], byRule: new Map() } })
  expect([...found.keys()]).toEqual(['a'])
  expect(found.get('a')).toMatchObject([
    { service: 'shop', release: '1', firstSeenNs: at(20), lastSeenNs: at(5) },
    { service: 'shop', release: '2', firstSeenNs: at(9), lastSeenNs: at(9) },
  ])
})
