import { expect, test } from 'vitest'
import {
  exceptionRow,
  type InsertedRow,
  openTestStore,
  randomHexId,
  spanRow,
} from '../../test/store/open-test-store.ts'
import { recordIssueEvents } from '../issues/record-issue-events.ts'
import { nsOfMs } from '../units.ts'
import { listReleaseIssues } from './list-release-issues.ts'
import { listReleases } from './list-releases.ts'

const DAY = 86_400_000
const HOUR = 3_600_000
const of = (version: string) => ({ resource: { 'service.version': version } })

const crash = (type: string, at: number, version: string): InsertedRow[] => [
  exceptionRow({ type, at, message: type, ...of(version) }),
]

test('lists new, regressed, no longer seen and still seen issues of a release', async () => {
  await using store = await openTestStore([
    ...crash('Old', 5 * DAY, '1'),
    ...crash('Always', 5 * DAY, '1'),
    ...crash('Always', 3 * DAY, '2'),
    ...crash('Gone', 3 * DAY, '2'),
    ...crash('Gone', 2.9 * DAY, '2'),
    ...crash('Always', DAY, '3'),
    ...crash('Always', 0.9 * DAY, '3'),
    ...crash('New', DAY, '3'),
    ...crash('Old', 0.9 * DAY, '3'),
    // An old tab, which changes nothing for the newer release.
    ...crash('Older', HOUR, '1'),
  ])

  const issues = await listReleaseIssues(store, {
    of: await listReleases(store, { release: '3', limit: 10 }),
    limit: 10,
  })
  expect(
    issues.map(({ change, type, exceptions, exceptionsBefore }) => [change, type, exceptions, exceptionsBefore]),
  ).toEqual([
    ['back', 'Old', 1, 0],
    ['gone', 'Gone', 2, 2],
    ['new', 'New', 1, 0],
    ['still', 'Always', 2, 1],
  ])
  expect(issues.map(({ total }) => total)).toEqual([1, 1, 1, 1])
})

test('an issue has the sessions and users of its release, one that is gone those of the previous release', async () => {
  const crashed = (type: string, at: number, version: string, sessionId: string, userId: string) =>
    exceptionRow({ type, at, ...of(version), attributes: { 'session.id': sessionId, 'user.id': userId } })
  await using store = await openTestStore([
    crashed('Gone', 3 * DAY, '2', 'a', 'ann'),
    crashed('Gone', 2.9 * DAY, '2', 'b', 'ann'),
    crashed('New', DAY, '3', 'c', 'ann'),
    crashed('New', 0.9 * DAY, '3', 'c', 'bob'),
    crashed('New', 0.8 * DAY, '3', 'd', ''),
  ])

  const releases = await listReleases(store, { release: '3', limit: 10 })
  const issues = await listReleaseIssues(store, { of: releases, limit: 10 })
  expect(issues.map(({ type, sessions, users }) => [type, sessions, users])).toEqual([
    ['Gone', 2, 1],
    ['New', 2, 2],
  ])
})

test('an issue whose exceptions name nobody has the sessions and users of their traces', async () => {
  const crashed = (type: string, at: number, version: string, name: string) => {
    const traceId = randomHexId(16)
    return [
      exceptionRow({ type, at, traceId, ...of(version), attributes: { 'session.id': '' } }),
      spanRow({ at, traceId, service: 'shop-browser', attributes: { 'user.id': name, 'session.id': `of ${name}` } }),
    ]
  }
  await using store = await openTestStore([
    ...crashed('Gone', 3 * DAY, '2', 'ann'),
    ...crashed('Gone', 2.9 * DAY, '2', 'bob'),
    ...crashed('Always', 2.8 * DAY, '2', 'cid'),
    ...crashed('Always', 2.8 * DAY, '2', 'dan'),
    ...crashed('Always', DAY, '3', 'eve'),
  ])

  const releases = (await listReleases(store, { release: '3', limit: 10 })).filter(({ service }) => service === 'shop')
  const issues = await listReleaseIssues(store, { of: releases, limit: 10 })
  expect(issues).toMatchObject([
    { type: 'Gone', sessions: 2, users: 2, hasMoreSessions: false },
    { type: 'Always', sessions: 1, users: 1, hasMoreUsers: false },
  ])
})

test('in the first known release every issue is new, and none is gone', async () => {
  await using store = await openTestStore(crash('Any', DAY, '1'))

  const issues = await listReleaseIssues(store, {
    of: await listReleases(store, { release: '1', limit: 10 }),
    limit: 10,
  })
  expect(issues.map(({ change, type }) => [change, type])).toEqual([['new', 'Any']])
})

test('merged issues count as one', async () => {
  const of = (issue: string, route: string, at: number, version: string) =>
    exceptionRow({
      at,
      attributes: { 'errata.issue.fingerprint': issue, 'http.route': route },
      resource: { 'service.version': version },
    })
  await using store = await openTestStore([
    of('a', '/', 3 * DAY, '1'),
    of('renamed', '/', DAY, '2'),
    of('b', '/', DAY, '2'),
  ])
  const statements = [{ issue: 'renamed', what: 'merged', value: 'a' }] as const
  await recordIssueEvents(store, { who: 'Ann', atNs: nsOfMs(Date.now()), statements })

  const releases = await listReleases(store, { release: '2', limit: 10 })
  const issues = await listReleaseIssues(store, { of: releases, limit: 10 })
  expect(issues.map(({ change, exceptions }) => [change, exceptions])).toEqual([
    ['new', 1],
    ['still', 1],
  ])
  expect(issues[0]?.issue).toBe('b')
})
