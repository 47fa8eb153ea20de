import { expect, test } from 'vitest'
import { exceptionRow, openTestStore } from '../../test/store/open-test-store.ts'
import { nsOfMs } from '../units.ts'
import { listReleaseCounts } from './list-release-counts.ts'

const nowMs = Date.now()
const at = (minutesAgo: number) => nsOfMs(nowMs - minutesAgo * 60_000)
const thrown = (minutesAgo: number, issue: string, release: string, session: string) =>
  exceptionRow({
    at: at(minutesAgo),
    resource: { 'service.version': release },
    attributes: { 'errata.issue.fingerprint': issue, 'session.id': session },
  })

test('counts an issue and those merged into it by releases, most first, each exception once', async () => {
  const rows = [
    thrown(1, 'a', '2', 'x'),
    thrown(2, 'a', '1', 'x'),
    thrown(3, 'merged', '1', 'y'),
    thrown(4, 'other', '1', 'z'),
    thrown(10 * 60, 'a', '0', 'z'),
  ]
  await using store = await openTestStore(rows)
  await store.insert(rows)
  const counts = await listReleaseCounts(store, {
    issue: 'a',
    merges: { from: ['merged'], to: ['a'], byRule: new Map() },
    range: { from: at(120), to: at(0) },
  })
  expect(counts).toEqual([
    { release: '1', events: 2, sessions: 2 },
    { release: '2', events: 1, sessions: 1 },
  ])
})
