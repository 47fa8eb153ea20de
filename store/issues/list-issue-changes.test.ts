import { expect, test } from 'vitest'
import { exceptionRow, openTestStore, randomHexId, spanRow } from '../../test/store/open-test-store.ts'
import { addPreviousPeriod } from '../comparison.ts'
import { nsOfMs } from '../units.ts'
import { listIssueChanges } from './list-issue-changes.ts'
import { recordIssueEvents } from './record-issue-events.ts'

const HOUR_MS = 3_600_000
const hourMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - HOUR_MS
const at = (ms: number) => nsOfMs(hourMs + ms)
const nowNs = nsOfMs(Date.now())
const comparison = addPreviousPeriod({ from: at(0), to: at(HOUR_MS) }, 1_800_000_000_000n)
const thrown = (type: string, ...times: readonly number[]) =>
  times.map(ms => exceptionRow({ at: at(ms), type, message: `${type} at ${ms}` }))

test('lists new issues, then increases, largest first; no decreases', async () => {
  await using store = await openTestStore([
    ...thrown('New', 1),
    ...thrown('NewAndOften', 1, 2, 3),
    ...thrown('Grown', -1, 1, 2),
    ...thrown('GrownMore', -1, 1, 2, 3),
    ...thrown('AsBefore', -1, 1),
    ...thrown('Over', -1),
    ...thrown('BackAgain', -30 * HOUR_MS, 1, 2, 3, 4),
  ])

  const changes = await listIssueChanges(store, { comparison, nowNs, limit: 10 })
  expect(changes.map(({ type, isNew, now, before }) => [type, isNew, now, before])).toEqual([
    ['NewAndOften', true, 3, 0],
    ['New', true, 1, 0],
    ['BackAgain', false, 4, 0],
    ['GrownMore', false, 3, 1],
    ['Grown', false, 2, 1],
  ])
  expect(changes[0]).toMatchObject({
    service: 'shop',
    message: 'NewAndOften at 1',
    firstSeenNs: at(1),
    lastSeenNs: at(3),
  })
  expect(changes[2]).toMatchObject({ firstSeenNs: at(-30 * HOUR_MS), lastSeenNs: at(4) })
})

test('lists at most the limit of each kind', async () => {
  await using store = await openTestStore([
    ...['A', 'B', 'C'].flatMap((type, i) => thrown(type, ...[1, 2, 3].slice(i))),
    ...['D', 'E', 'F'].flatMap((type, i) => thrown(type, -1, ...[1, 2, 3, 4].slice(i))),
  ])

  const changes = await listIssueChanges(store, { comparison, nowNs, limit: 2 })
  expect(changes.map(({ type }) => type)).toEqual(['A', 'B', 'D', 'E'])
})

test('merged issues count as one, and muted and resolved ones are left out', async () => {
  const of = (issue: string, route: string, ...times: readonly number[]) =>
    times.map(ms =>
      exceptionRow({ at: at(ms), attributes: { 'errata.issue.fingerprint': issue, 'http.route': route } }),
    )
  await using store = await openTestStore([
    ...of('a', '/', -1, 1, 2),
    ...of('b', '/', -30 * HOUR_MS, 1),
    ...of('c', '/cart', 1, 2),
    ...of('muted', '/', 1, 2, 3),
    ...of('resolved', '/', 1, 2, 3, 4),
  ])
  const statements = [
    { issue: 'b', what: 'merged', value: 'a' },
    { issue: 'muted', what: 'muted', value: 'events 100' },
    { issue: 'resolved', what: 'resolved', value: 'now' },
  ] as const
  await recordIssueEvents(store, { who: 'Ann', atNs: at(5), statements })
  const changes = await listIssueChanges(store, { comparison, nowNs, limit: 10 })
  expect(changes.map(({ isNew, now, before, firstSeenNs }) => [isNew, now, before, firstSeenNs])).toEqual([
    [true, 2, 0, at(1)],
    [false, 3, 1, at(-30 * HOUR_MS)],
  ])
  expect(changes[1]?.issue).toBe('a')
})

test('counts events and logs of an issue, and hides services', async () => {
  const events = [{ name: 'exception', attributes: { 'exception.type': 'Lost', 'exception.message': 'a' } }]
  await using store = await openTestStore([
    spanRow({ at: at(1), service: 'stock', events }),
    spanRow({ at: at(2), service: 'stock', events }),
    exceptionRow({ at: at(1), service: 'errata-desk' }),
  ])

  const changes = await listIssueChanges(store, { comparison, nowNs, limit: 5, hidden: ['errata-desk'] })
  expect(changes).toMatchObject([{ service: 'stock', type: 'Lost', now: 2 }])
})

test('counts the users of now, by their traces where no exception names one', async () => {
  const traceId = randomHexId(16)
  await using store = await openTestStore([
    ...['ann', 'bob', 'bob'].map((user, i) => exceptionRow({ at: at(i), type: 'A', attributes: { 'user.id': user } })),
    exceptionRow({ at: at(-1), type: 'A', attributes: { 'user.id': 'eve' } }),
    exceptionRow({ at: at(1), type: 'B', traceId }),
    spanRow({ at: at(1), traceId, attributes: { 'user.id': 'ann' } }),
    ...thrown('C', 1),
  ])

  const changes = await listIssueChanges(store, { comparison, nowNs, limit: 10 })
  expect(new Map(changes.map(({ type, users, hasMoreUsers }) => [type, [users, hasMoreUsers]]))).toEqual(
    new Map([
      ['A', [2, false]],
      ['B', [1, false]],
      ['C', [0, false]],
    ]),
  )
})

test('tells when an issue was first seen in its newest release', async () => {
  const of = (ms: number, release: string) => exceptionRow({ at: at(ms), resource: { 'service.version': release } })
  await using store = await openTestStore([of(1, '1'), of(2, '2'), of(3, '2'), of(4, '1')])
  expect(await listIssueChanges(store, { comparison, nowNs, limit: 10 })).toMatchObject([{ newestReleaseNs: at(2) }])
})
