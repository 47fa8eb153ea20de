import { expect, test } from 'vitest'
import { exceptionRow, openTestStore } from '../../test/store/open-test-store.ts'
import { NO_MERGES } from '../issues/merges.ts'
import { DAY_NS, MINUTE_NS } from '../time-units.ts'
import { nsOfMs } from '../units.ts'
import { listFirstActivity } from './list-first-activity.ts'

const fiveNs = (nsOfMs(Date.now()) / (5n * MINUTE_NS)) * 5n * MINUTE_NS - DAY_NS
const thrown = (at: bigint, release: string) =>
  exceptionRow({ at, service: 'pay', resource: { 'service.version': release } })

test('the first exception after a time is known exactly within its five minutes, and else by its five minutes', async () => {
  await using store = await openTestStore([
    thrown(fiveNs - 9n * DAY_NS, '1'),
    thrown(fiveNs + 1n, '1'),
    thrown(fiveNs + 3n, '1'),
    thrown(fiveNs + 9n * MINUTE_NS, '2'),
  ])
  const [found] = await store.querySql<{ issue: string }>('SELECT any(Issue)::String AS issue FROM exceptions')
  const issue = found?.issue ?? ''
  const asked = [fiveNs - 10n * DAY_NS, fiveNs + 2n, fiveNs + 20n * MINUTE_NS].map(sinceNs => ({ issue, sinceNs }))
  const first = await listFirstActivity(store, { asked, merges: NO_MERGES })
  expect(first.map(({ position, release, firstNs }) => [position, release, firstNs])).toEqual([
    [0, '1', fiveNs - 9n * DAY_NS],
    [0, '2', fiveNs + 5n * MINUTE_NS],
    [1, '1', fiveNs + 3n],
    [1, '2', fiveNs + 5n * MINUTE_NS],
  ])
})
