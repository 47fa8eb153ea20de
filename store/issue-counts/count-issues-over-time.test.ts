import { expect, test } from 'vitest'
import { exceptionRow, openTestStore } from '../../test/store/open-test-store.ts'
import { nsOfMs } from '../units.ts'
import { countIssuesOverTime, slotsOf } from './count-issues-over-time.ts'

const nowMs = Date.now()
const at = (minutesAgo: number) => nsOfMs(nowMs - minutesAgo * 60_000)
const nobody = { from: [], to: [], byRule: new Map() }
const thrown = (minutesAgo: number, issue: string, attributes: Record<string, string> = {}, release = '') =>
  exceptionRow({
    at: at(minutesAgo),
    resource: { 'service.version': release },
    attributes: { 'errata.issue.fingerprint': issue, ...attributes },
  })

test('counts the exceptions of issues by slots of whole hours or days', async () => {
  await using store = await openTestStore([thrown(1, 'a'), thrown(1, 'a'), thrown(60 * 50, 'a'), thrown(1, 'b')])
  for (const hours of [72, 24 * 80]) {
    const range = { from: at(60 * hours), to: at(0) }
    const slots = (await countIssuesOverTime(store, { range, issues: ['a'], merges: nobody })).get('a') ?? []
    expect(slots.reduce((sum, { events }) => sum + events, 0)).toBe(3)
    expect(slots.every(({ slotNs }) => slotNs % slotsOf(range).stepNs === 0n)).toBe(true)
  }
})
