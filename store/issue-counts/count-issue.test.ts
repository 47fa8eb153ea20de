import { expect, test } from 'vitest'
import { exceptionRow, openTestStore } from '../../test/store/open-test-store.ts'
import { nsOfMs } from '../units.ts'
import { countIssue } from './count-issue.ts'

const nowMs = Date.now()
const at = (minutesAgo: number) => nsOfMs(nowMs - minutesAgo * 60_000)
const nobody = { from: [], to: [], byRule: new Map() }
const thrown = (minutesAgo: number, issue: string, attributes: Record<string, string> = {}, release = '') =>
  exceptionRow({
    at: at(minutesAgo),
    resource: { 'service.version': release },
    attributes: { 'errata.issue.fingerprint': issue, ...attributes },
  })

test('counts an issue now and as long before, with its sessions and users', async () => {
  const of = (session: string, user: string) => ({ 'session.id': session, 'user.id': user })
  await using store = await openTestStore([
    thrown(1, 'a', of('x', 'ann')),
    thrown(2, 'a', of('y', 'ann')),
    thrown(30 * 60, 'a', of('x', 'ann')),
    thrown(1, 'b'),
  ])
  expect(await countIssue(store, { issue: 'a', merges: nobody, range: { from: at(24 * 60), to: at(0) } })).toEqual({
    events: 2,
    eventsBefore: 1,
    sessionCount: 2,
    sessionsBefore: 1,
    userCount: 1,
  })
})
