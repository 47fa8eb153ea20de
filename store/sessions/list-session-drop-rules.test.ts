import { expect, test } from 'vitest'
import { noiseRow, openTestStore, randomHexId, spanRow } from '../../test/store/open-test-store.ts'
import { listSessionDropRules } from './list-session-drop-rules.ts'

const of = (session: string, user: string) => ({ attributes: { 'session.id': session, 'user.id': user } })

test('lists the rules that dropped something of a session’s traces', async () => {
  const [kept, other] = [randomHexId(16), randomHexId(16)]
  await using store = await openTestStore([
    spanRow({ traceId: kept, ...of('s1', 'ada') }),
    spanRow({ traceId: other, ...of('s2', 'ada') }),
    noiseRow('resize-observer-loop/1', spanRow({ traceId: kept })),
    noiseRow('not-found/1', spanRow({ traceId: other })),
  ])

  expect(await listSessionDropRules(store, { sessionId: 's1' })).toMatchObject([
    { rule: 'resize-observer-loop', traces: 1 },
  ])
  expect(await listSessionDropRules(store, { sessionId: 's3' })).toEqual([])
})
