import { expect, test } from 'vitest'
import { exceptionRow, openTestStore } from '../../test/store/open-test-store.ts'
import { nsOfMs, rangeEndingAt } from '../units.ts'
import { getIssue } from './get-issue.ts'
import { listIssues } from './list-issues.ts'
import { recordIssueEvents } from './record-issue-events.ts'

const id = (of: string, index: number) => `${of}${String(index).padStart(15, '0')}`

test('issues are listed and opened with thousands of issue events', async () => {
  await using store = await openTestStore([
    exceptionRow({ at: 1_000, attributes: { 'errata.issue.fingerprint': 'a' } }),
  ])
  const nowMs = Date.now()
  const eventsOf = (of: string, what: 'merged' | 'muted' | 'resolved' | 'owner', value: string, count: number) =>
    Array.from({ length: count }, (_, index) => ({ issue: id(of, index), what, value }))
  const statements = [
    ...eventsOf('m', 'merged', 'a', 20_000),
    ...eventsOf('q', 'muted', 'events 100', 10_000),
    ...eventsOf('t', 'muted', `time ${nowMs + 3_600_000}000000`, 10_000),
    ...eventsOf('r', 'resolved', 'now', 10_000),
    ...eventsOf('o', 'owner', 'Ann', 10_000),
  ]
  await recordIssueEvents(store, { who: 'Ann', atNs: nsOfMs(nowMs - 1_000), statements })
  const filter = { service: '', environment: '', release: '', hidden: [] }
  const range = rangeEndingAt(nowMs, 3_600_000)
  const nowNs = nsOfMs(nowMs)
  const list = {
    ...filter,
    range,
    nowNs,
    tab: 'open' as const,
    sort: 'last' as const,
    offset: 0,
    limit: 50,
    who: 'Ann',
  }
  expect((await listIssues(store, list)).issues.map(({ issue }) => issue)).toEqual(['a'])
  expect(await getIssue(store, { ...filter, issue: 'a', range, nowNs })).toMatchObject({ issue: 'a' })
})
