import { expect, test } from 'vitest'
import { poll } from '../../test/poll.ts'
import { openTestStore } from '../../test/store/open-test-store.ts'
import { getSearchProgress } from './get-search-progress.ts'

test('the progress of a running query is found by the prefix of its id, and of no other', async () => {
  await using store = await openTestStore()
  const caller = new AbortController()
  const sql = 'SELECT sum(sipHash64(number)) AS x FROM numbers(1000000000000)'
  const query = { name: 'endless', sql, params: {}, decode: (row: unknown) => row, idPrefix: 'search-a-' }
  const answer = store.query(query, caller.signal)
  const { totalRows } = await poll(
    () => getSearchProgress(store, { idPrefix: 'search-a-' }),
    ({ readRows }) => readRows > 0,
  )
  expect(totalRows).toBe(1_000_000_000_000)
  expect(await getSearchProgress(store, { idPrefix: 'search-b-' })).toEqual({ readRows: 0, totalRows: 0 })
  caller.abort(new Error('stopped'))
  await expect(answer).rejects.toThrow('stopped')
})
