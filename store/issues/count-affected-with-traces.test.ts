import { expect, test } from 'vitest'
import { exceptionRow, openTestStore, randomHexId, spanRow } from '../../test/store/open-test-store.ts'
import { nsOfMs } from '../units.ts'
import { countAffectedWithTraces } from './count-affected-with-traces.ts'
import { NO_MERGES } from './merges.ts'

const nowMs = Date.now()
const range = { from: nsOfMs(nowMs - 3_600_000), to: nsOfMs(nowMs) }

test('counts whom exceptions name and whom the traces of the others do, each once, and tells what traces name', async () => {
  const [named, unnamed, other] = [randomHexId(16), randomHexId(16), randomHexId(16)]
  const thrown = (issue: string, traceId: string, who: Record<string, string>) =>
    exceptionRow({ at: 60_000, traceId, attributes: { 'errata.issue.fingerprint': issue, ...who } })
  const visit = (traceId: string, who: Record<string, string>) => spanRow({ at: 60_000, traceId, attributes: who })
  await using store = await openTestStore([
    thrown('a', named, { 'session.id': 's1', 'enduser.id': 'ann' }),
    visit(named, { 'session.id': 'not counted', 'user.id': 'nor he' }),
    thrown('a', unnamed, { 'session.id': 's1' }),
    visit(unnamed, { 'session.id': 'not counted', 'user.id': 'bob' }),
    thrown('b', unnamed, {}),
    visit(other, { 'user.id': 'cai' }),
  ])
  const errors = [
    { issue: 'a', traceId: named, sessionId: 's1', user: 'ann' },
    { issue: 'a', traceId: unnamed, sessionId: 's1', user: '' },
    { issue: 'b', traceId: unnamed, sessionId: '', user: '' },
  ]
  const asked = { issues: ['a', 'b'], merges: NO_MERGES, range, errors }

  const { counts, traces } = await countAffectedWithTraces(store, { ...asked, others: [other] })
  expect([...counts]).toEqual([
    ['a', { sessions: 1, users: 2 }],
    ['b', { sessions: 1, users: 1 }],
  ])
  expect(traces.toSorted((a, b) => (a.userId < b.userId ? -1 : 1))).toEqual([
    { traceId: unnamed, sessionId: 'not counted', userId: 'bob' },
    { traceId: other, sessionId: '', userId: 'cai' },
  ])
})
