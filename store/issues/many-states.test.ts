import { expect, test } from 'vitest'
import { exceptionRow, openTestStore } from '../../test/store/open-test-store.ts'
import { nsOfMs, rangeEndingAt } from '../units.ts'
import { getIssue } from './get-issue.ts'
import { listIssueTitles } from './list-issue-titles.ts'
import { listIssues } from './list-issues.ts'
import { listReleaseOrder } from './list-release-order.ts'
import { NO_MERGES } from './merges.ts'
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

test('the state of no issue is lost however many have events, and an issue list has them all', async () => {
  const names = Array.from({ length: 8_000 }, (_, index) => id('r', index))
  const nowMs = Date.now()
  const thrown = (issue: string, release: string) =>
    exceptionRow({
      at: 1_000,
      resource: { 'service.version': release },
      attributes: { 'errata.issue.fingerprint': issue },
    })
  const [first = '', last = ''] = [names[3_999], names.at(-1)]
  await using store = await openTestStore([thrown(first, '1'), thrown(last, '1')])
  for (const [index, some] of [names.slice(0, 4_000), names.slice(4_000)].entries()) {
    const statements = some.map(issue => ({ issue, what: 'resolved' as const, value: 'now' }))
    await recordIssueEvents(store, { who: 'Ann', atNs: nsOfMs(nowMs - 500 + index), statements })
  }
  const nowNs = nsOfMs(nowMs)
  const { issues, counts } = await listIssues(store, {
    ...{
      range: rangeEndingAt(nowMs, 3_600_000),
      nowNs,
      tab: 'resolved',
      sort: 'events',
      offset: 0,
      limit: 50,
      who: '',
    },
  })
  expect(issues.map(({ issue }) => issue)).toEqual([first, last])
  expect(counts).toMatchObject({ open: 0, resolved: 2 })
})

test('states are derived from all rows, however few are read at once', async () => {
  const releases = ['1', '2', '3']
  const issues = ['a', 'b', 'c', 'd', 'e']
  await using store = await openTestStore(
    issues.flatMap(issue =>
      releases.map(release =>
        exceptionRow({
          at: 1_000,
          resource: { 'service.version': release },
          attributes: { 'errata.issue.fingerprint': issue },
        }),
      ),
    ),
  )
  const of = { issues, merges: NO_MERGES }
  const whole = await listIssueTitles(store, of)
  expect([...whole.values()].map(({ releases }) => releases.length)).toEqual([3, 3, 3, 3, 3])
  expect(await listIssueTitles(store, { ...of, rowsAtOnce: 4 })).toEqual(whole)
  expect(await listReleaseOrder(store, { ...of, rowsAtOnce: 4 })).toEqual(await listReleaseOrder(store, of))
  await expect(listIssueTitles(store, { ...of, rowsAtOnce: 3 })).rejects.toMatchObject({ kind: 'unreadable' })
})
