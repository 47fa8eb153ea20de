import { expect, test } from 'vitest'
import { exceptionRow, openTestStore } from '../../test/store/open-test-store.ts'
import { NO_MERGES } from '../issues/merges.ts'
import { HOUR_NS } from '../time-units.ts'
import { nsOfMs } from '../units.ts'
import { listHoursSince } from './list-hours-since.ts'

const hourNs = (nsOfMs(Date.now()) / HOUR_NS - 9n) * HOUR_NS
const thrown = (hours: bigint, session: string) =>
  exceptionRow({ at: hourNs + hours * HOUR_NS + 1n, service: 'pay', attributes: { 'session.id': session } })

test('exceptions are counted by hour, and sessions from the beginning on', async () => {
  await using store = await openTestStore([
    thrown(-1n, 'a'),
    thrown(0n, 'a'),
    thrown(0n, 'b'),
    thrown(3n, 'a'),
    thrown(3n, 'c'),
  ])
  const [found] = await store.querySql<{ issue: string }>('SELECT any(Issue)::String AS issue FROM exceptions')
  const asked = [{ issue: found?.issue ?? '', sinceNs: hourNs + HOUR_NS / 2n }]
  const seconds = Number(hourNs / 1_000_000_000n)
  expect(await listHoursSince(store, { asked, merges: NO_MERGES })).toEqual([
    { position: 0, hours: [seconds, seconds + 3 * 3_600], exceptions: [2, 2], sessions: [2, 3] },
  ])
})
