import { expect, test } from 'vitest'
import { exceptionRow, openTestStore, spanRow } from '../../test/store/open-test-store.ts'
import { listSessions } from '../sessions/list-sessions.ts'
import { nsOfMs } from '../units.ts'
import { nameIssues } from './name-issues.ts'
import { recordIssueEvents } from './record-issue-events.ts'

const nowNs = nsOfMs(Date.now())
const thrown = (at: number, session: string, issue: string) =>
  exceptionRow({
    at,
    type: 'Oops',
    message: `${issue} ${at}`,
    attributes: { 'session.id': session, 'errata.issue.fingerprint': issue },
  })

test('a session has its issues with their events, the last first, and merged ones have one name', async () => {
  await using store = await openTestStore([
    spanRow({ at: 9000, attributes: { 'session.id': 's' } }),
    thrown(8000, 's', 'a'),
    thrown(7000, 's', 'a'),
    thrown(6000, 's', 'b'),
    thrown(5000, 's', 'c'),
    thrown(4000, 'other', 'd'),
  ])
  const statements = [
    { issue: 'b', what: 'merged', value: 'a' },
    { issue: 'c', what: 'resolved', value: 'now' },
  ] as const
  await recordIssueEvents(store, { who: 'Ann', atNs: nowNs, statements })

  const sessions = await listSessions(store, { sessionIds: ['s'] })
  expect(sessions[0]?.issues.map(({ issue, events }) => [issue, events])).toEqual([
    ['c', 1],
    ['b', 1],
    ['a', 2],
  ])
  const named = await nameIssues(store, { sessions, nowNs })
  expect([...named].map(([id, of]) => [id, of.issue, of.state.status, of.summary?.message])).toEqual([
    ['c', 'c', 'resolved', 'c 5000'],
    ['b', 'a', 'open', 'a 8000'],
    ['a', 'a', 'open', 'a 8000'],
  ])
})

test('of sessions without exceptions nothing is read', async () => {
  await using store = await openTestStore([spanRow({ at: 9000, attributes: { 'session.id': 's' } })])
  const sessions = await listSessions(store, { sessionIds: ['s'] })
  expect(sessions[0]?.issues).toEqual([])
  expect(await nameIssues(store, { sessions, nowNs })).toEqual(new Map())
})
