import { expect, test } from 'vitest'
import { exceptionRow, openTestStore, randomHexId, spanRow } from '../../test/store/open-test-store.ts'
import { addPreviousPeriod } from '../comparison.ts'
import { nsOfMs } from '../units.ts'
import { countAffectedSessions } from './count-affected-sessions.ts'

const HOUR_MS = 3_600_000
const hourMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - HOUR_MS
const at = (ms: number) => nsOfMs(hourMs + ms)
const comparison = addPreviousPeriod({ from: at(0), to: at(HOUR_MS) }, 1_800_000_000_000n)
const inSession = (id: string, ms: number, service = 'shop') =>
  exceptionRow({ at: at(ms), service, attributes: { 'session.id': id } })

test('counts an affected session once, and none for exceptions without a session', async () => {
  await using store = await openTestStore([
    inSession('a', -1),
    inSession('a', 0),
    inSession('a', HOUR_MS - 1),
    inSession('a', 5, 'cart'),
    inSession('b', 5, 'cart'),
    inSession('c', HOUR_MS),
    exceptionRow({ at: at(0) }),
  ])

  expect(await countAffectedSessions(store, { comparison })).toEqual({ now: 2, before: 1 })
  expect(await countAffectedSessions(store, { comparison, hidden: ['cart'] })).toEqual({ now: 1, before: 1 })
})

test('a session of which only a span tells counts too, and once', async () => {
  const [one, other, old] = [randomHexId(16), randomHexId(16), randomHexId(16)]
  const failedIn = (traceId: string, ms: number) => exceptionRow({ at: at(ms), service: 'cart', traceId })
  const visit = (traceId: string, ms: number, id: string) =>
    spanRow({ at: at(ms), service: 'shop', traceId, attributes: { 'session.id': id } })
  await using store = await openTestStore([
    inSession('a', 0),
    failedIn(one, 5),
    visit(one, 4, 'a'),
    failedIn(other, 6),
    visit(other, 4, 'b'),
    failedIn(old, -5),
    visit(old, -6, 'c'),
    visit(randomHexId(16), 7, 'd'),
  ])

  expect(await countAffectedSessions(store, { comparison })).toEqual({ now: 2, before: 1 })
  expect(await countAffectedSessions(store, { comparison, hidden: ['cart'] })).toEqual({ now: 1, before: 0 })
})
