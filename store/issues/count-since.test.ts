import { expect, test } from 'vitest'
import { exceptionRow, openTestStore } from '../../test/store/open-test-store.ts'
import { nsOfMs } from '../units.ts'
import { countSince } from './count-since.ts'

const nowMs = Date.now()
const at = (minutesAgo: number) => nsOfMs(nowMs - minutesAgo * 60_000)
const nobody = { from: [], to: [], byRule: new Map() }
const thrown = (minutesAgo: number, issue: string, attributes: Record<string, string> = {}, release = '') =>
  exceptionRow({
    at: at(minutesAgo),
    resource: { 'service.version': release },
    attributes: { 'errata.issue.fingerprint': issue, ...attributes },
  })

test('counts events since a time for each issue, inclusive, with the maximum per hour', async () => {
  const session = (id: string) => ({ 'session.id': id })
  await using store = await openTestStore([
    thrown(200, 'a', session('x')),
    thrown(190, 'a', session('x')),
    thrown(5, 'a', session('y')),
    thrown(100, 'b'),
  ])
  const since = await countSince(store, {
    since: new Map([
      ['a', at(190)],
      ['b', at(99)],
    ]),
    merges: nobody,
  })
  expect([...since]).toEqual([['a', { events: 2, sessions: 2, maxPerHour: 1 }]])
})
