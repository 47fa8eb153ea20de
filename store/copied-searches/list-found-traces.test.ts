import { expect, test } from 'vitest'
import { z } from 'zod'
import { parseSearch } from '../../search/parse-search.ts'
import { openTestStore, randomHexId, spanRow } from '../../test/store/open-test-store.ts'
import { cursorOfTrace } from '../traces/cursor-of-trace.ts'
import { type ListTracesParams, listTraces } from '../traces/list-traces.ts'
import { rangeEndingAt } from '../units.ts'
import { writeListTraces } from './list-found-traces.ts'

const range = rangeEndingAt(Date.now() + 60_000, 3_600_000)
const search = (text: string) => ({ search: parseSearch(text, 'spans').search })

test('one statement finds the traces of every list, in its order', async () => {
  const [cart, users, moved] = [randomHexId(16), randomHexId(16), randomHexId(16)]
  const rows = [
    spanRow({ at: 1000, traceId: cart, name: 'POST /cart', status: 'Error', durationNs: 7n }),
    spanRow({ at: 900, traceId: cart, parentSpanId: randomHexId(8), service: 'cart', name: 'add' }),
    spanRow({
      at: 2000,
      traceId: users,
      name: 'GET /users/:id',
      durationNs: 1_000_000_000n,
      attributes: { 'http.route': '/users/:id', 'http.response.status_code': '404' },
      resource: { 'service.version': '2', 'deployment.environment.name': 'test' },
    }),
    spanRow({ at: 3000, name: 'GET /', durationNs: 9n }),
    // A part of a trace whose root is outside the range.
    spanRow({ at: 90 * 60_000, traceId: moved, name: 'GET /moved' }),
    spanRow({ at: 4000, traceId: moved, parentSpanId: randomHexId(8), service: 'cart', kind: 'Server', name: 'late' }),
  ]
  await using store = await openTestStore(rows)
  await store.insert(rows)
  const sorts = ['start', 'duration', 'spans'] as const
  const filters: Partial<ListTracesParams>[] = [
    {},
    { service: 'cart' },
    { failedOnly: true },
    { minDurationNs: 9n },
    { maxDurationNs: 9n },
    { httpStatus: 404, operation: '/users/:id' },
    { environment: 'test', release: '2' },
    { hidden: ['shop'] },
    { service: 'cart', itsAny: true },
    search('name:add'),
    search('[is:root] -[service:cart]'),
  ]
  const found = new Set<string>()
  for (const [i, filter] of filters.entries()) {
    // A filter does not depend on the direction, so each has one, and each sort both.
    for (const [k, by] of sorts.entries()) {
      const order = { by, rising: (i + k) % 2 === 0 }
      const list = { range, limit: 10, order, ...filter }
      const expected = await listTraces(store, list)
      const [first] = expected
      const after = first && cursorOfTrace(first, by)
      expect(await runByHand(list), JSON.stringify(order)).toEqual(expected.map(({ traceId }) => traceId))
      expect(await runByHand({ ...list, after }), 'the next page').toEqual(
        expected.slice(1).map(({ traceId }) => traceId),
      )
      for (const { traceId } of expected) found.add(traceId)
    }
  }
  expect(found.size).toBe(3)

  async function runByHand(list: ListTracesParams): Promise<string[]> {
    const decode = z.object({ traceId: z.string() }).parse
    const traces = await store.query({ ...writeListTraces(list), decode })
    return traces.map(({ traceId }) => traceId)
  }
})
