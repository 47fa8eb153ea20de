import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../test/property-runs.ts'
import { openTestStore, spanRow } from '../../test/store/open-test-store.ts'
import { rangeEndingAt } from '../units.ts'
import { findSessions, type SessionSearch } from './find-sessions.ts'

const MINUTE_MS = 60_000
/** Minutes ago; some sessions pause for hours. */
const sessions = fc.array(fc.uniqueArray(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 4 }), {
  minLength: 1,
  maxLength: 30,
})

test('pages of any size have every session once, by its last event', async () => {
  const range = rangeEndingAt(Date.now() + MINUTE_MS, 600 * MINUTE_MS)
  await fc.assert(
    fc.asyncProperty(sessions, fc.integer({ min: 1, max: 7 }), async (minutesOf, limit) => {
      const rows = minutesOf.flatMap((minutes, i) =>
        minutes.map(minute => spanRow({ at: minute * MINUTE_MS + i, attributes: { 'session.id': `s${i}` } })),
      )
      await using store = await openTestStore(rows)
      const byLastEvent = minutesOf
        .map((minutes, i) => ({ id: `s${i}`, at: Math.min(...minutes) * MINUTE_MS + i }))
        .toSorted((one, other) => one.at - other.at)
      const listed: string[] = []
      for (let after: SessionSearch['after']; ; ) {
        const page = await findSessions(store, { search: undefined, range, limit, after })
        listed.push(...page.map(({ sessionId }) => sessionId))
        after = page.at(-1)
        if (page.length < limit) break
      }
      expect(listed).toEqual(byLastEvent.map(({ id }) => id))
    }),
    runs(2),
  )
})
