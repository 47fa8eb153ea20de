import { expect, test } from 'vitest'
import { z } from 'zod'
import { writeLiterals } from '../../search/write-literals.ts'
import { openTestStore, spanRow } from '../../test/store/open-test-store.ts'
import { findSpans } from '../spans/find-spans.ts'
import { rangeEndingAt } from '../units.ts'
import { writeListSpans } from './list-found-spans.ts'

test('one statement lists the spans of a page once, in its order', async () => {
  const rows = [3n, 1n, 2n].map((durationNs, i) => spanRow({ at: 1000 * (i + 1), durationNs }))
  await using store = await openTestStore(rows)
  await store.insert(rows)
  const range = rangeEndingAt(Date.now() + 60_000, 3_600_000)
  for (const by of ['start', 'duration'] as const) {
    for (const rising of [true, false]) {
      const page = { search: undefined, range, order: { by, rising }, limit: 10 }
      const { name, sql, params } = writeListSpans(page)
      const byHand = await store.query({
        name,
        sql: writeLiterals(store.complete(sql), params, store.database),
        params: {},
        decode: row.parse,
      })
      const listed = await findSpans(store, page)
      expect(listed).toHaveLength(3)
      expect(byHand.map(({ id }) => id)).toEqual(listed.map(({ id }) => id))
    }
  }
})

const row = z.object({ id: z.string() })
