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
    { rule: 'resize-observer-loop', sender: 'server', traces: 1 },
  ])
  expect(await listSessionDropRules(store, { sessionId: 's3' })).toEqual([])
})

test('what was removed of what browsers sent is told apart from what servers sent', async () => {
  const [one, two] = [randomHexId(16), randomHexId(16)]
  const forged = (traceId: string) => noiseRow('health-check/1', spanRow({ traceId, service: 'shop-browser' }))
  await using store = await openTestStore([
    spanRow({ traceId: one, ...of('s1', 'ada') }),
    spanRow({ traceId: two, ...of('s1', 'ada') }),
    forged(one),
    forged(two),
    noiseRow('not-found/1', spanRow({ traceId: two })),
  ])

  expect(await listSessionDropRules(store, { sessionId: 's1' })).toMatchObject([
    { rule: 'not-found', sender: 'server', traces: 1 },
    { rule: 'health-check', sender: 'browser', traces: 2 },
  ])
})
