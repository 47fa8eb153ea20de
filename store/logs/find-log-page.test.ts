import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../test/property-runs.ts'
import { logRow } from '../../test/store/open-test-store.ts'
import { shareTestStore } from '../../test/store/share-test-store.ts'
import { rangeEndingAt } from '../units.ts'
import { findLogPage } from './find-log-page.ts'
import { findLogs } from './find-logs.ts'

const ROWS = 60
const nowMs = Date.now()
const range = rangeEndingAt(nowMs + 60_000, 3_600_000)

describe('of sixty records, of which three share each time', () => {
  const rows = Array.from({ length: ROWS }, (_, n) =>
    logRow({ at: BigInt(nowMs - 1_000 * Math.floor(n / 3)) * 1_000_000n, body: `line ${n}` }),
  )
  const store = shareTestStore(rows, rows)
  const all = (oldestFirst: boolean) => findLogs(store(), { search: undefined, range, limit: 2 * ROWS, oldestFirst })

  test('oldest first is exactly newest first the other way round', async () => {
    expect(await all(true)).toEqual((await all(false)).toReversed())
  })

  test('a page around a record has it and as many on either side, and one can page on in both directions', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: ROWS - 1 }),
        fc.integer({ min: 1, max: 20 }),
        fc.boolean(),
        async (at, limit, oldestFirst) => {
          const list = await all(oldestFirst)
          const asked = { search: undefined, range, limit, oldestFirst }
          const page = await findLogPage(store(), { ...asked, place: { around: list[at] } })
          const first = Math.max(0, at - Math.floor(limit / 2))
          const end = Math.min(ROWS, at + limit - Math.floor(limit / 2))
          expect(page.logs).toEqual(list.slice(first, end))
          expect(page.start?.id).toBe(list[first - 1]?.id)
          expect(page.hasNext).toBe(end < ROWS)

          const before = await findLogPage(store(), { ...asked, place: { until: page.logs[0] } })
          expect(before.logs).toEqual(list.slice(Math.max(0, first - limit), first))
          expect(before.start?.id).toBe(list[first - limit - 1]?.id)
          const after = await findLogPage(store(), { ...asked, place: { after: page.logs.at(-1) } })
          expect(after.logs).toEqual(list.slice(end, end + limit))
        },
      ),
      runs(10),
    )
  })

  test('a page around a time without a record begins its second half there', async () => {
    const atNs = BigInt(nowMs - 10_500) * 1_000_000n
    const place = { around: { atNs, id: '0'.repeat(16) } }
    const { logs } = await findLogPage(store(), { search: undefined, range, limit: 4, place })
    expect(logs.map(({ atNs: logNs }) => Number(logNs - atNs) / 1e9)).toEqual([0.5, 0.5, -0.5, -0.5])
  })
})
