import { expect, test } from 'vitest'
import { exceptionRow, openTestStore } from '../../test/store/open-test-store.ts'
import { nsOfMs } from '../units.ts'
import { listGrowingIssues } from './list-growing-issues.ts'

const nowMs = Date.now()
const at = (minutesAgo: number) => nsOfMs(nowMs - minutesAgo * 60_000)
const a = { issues: ['a'], merges: { from: [], to: [], byRule: new Map() } }
const thrown = (minutesAgo: number, issue: string, attributes: Record<string, string> = {}, release = '') =>
  exceptionRow({
    at: at(minutesAgo),
    resource: { 'service.version': release },
    attributes: { 'errata.issue.fingerprint': issue, ...attributes },
  })

test('nothing escalates that has fewer than ten this hour', async () => {
  await using store = await openTestStore(Array.from({ length: 9 }, () => thrown(0, 'a')))
  expect([...(await listGrowingIssues(store, { ...a, nowNs: at(0) }))]).toEqual([])
  await store.insert([thrown(0, 'a')])
  expect([...(await listGrowingIssues(store, { ...a, nowNs: at(0) }))]).toEqual([['a', { now: 10, usual: 0 }]])
})
