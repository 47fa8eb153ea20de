import { expect, test } from 'vitest'
import { exceptionRow, openTestStore } from '../../test/store/open-test-store.ts'
import { nsOfMs } from '../units.ts'
import { listIssueExceptions } from './list-issue-exceptions.ts'

const nowMs = Date.now()
const at = (minutesAgo: number) => nsOfMs(nowMs - minutesAgo * 60_000)
const nobody = { from: [], to: [], byRule: new Map() }
const thrown = (minutesAgo: number, issue: string, attributes: Record<string, string> = {}, release = '') =>
  exceptionRow({
    at: at(minutesAgo),
    resource: { 'service.version': release },
    attributes: { 'errata.issue.fingerprint': issue, ...attributes },
  })

test('lists the newest exceptions of an issue, with their trace, session and user', async () => {
  const bare = { 'exception.stacktrace': '', 'session.id': '' }
  await using store = await openTestStore([
    thrown(2, 'a', { 'session.id': 'x', 'user.id': 'ann' }, '1'),
    thrown(1, 'a', bare),
    thrown(1, 'b'),
    thrown(600, 'a'),
  ])
  const found = await listIssueExceptions(store, {
    issue: 'a',
    merges: nobody,
    range: { from: at(60), to: at(0) },
    limit: 10,
  })
  expect(found).toMatchObject([
    { atNs: at(1), hasStack: false, isReadable: false, sessionId: '' },
    { atNs: at(2), hasStack: true, isReadable: true, sessionId: 'x', user: 'ann', release: '1' },
  ])
})
