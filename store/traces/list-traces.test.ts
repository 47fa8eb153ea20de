import { expect, test } from 'vitest'
import { newId, openTestStore, spanRow } from '../../test/open-test-store.ts'
import { rangeBefore } from '../units.ts'
import { listTraces } from './list-traces.ts'

const HOUR_MS = 3_600_000
const lastHour = () => rangeBefore(Date.now() + 60_000, HOUR_MS)

test('lists the newest traces first, each with what its root says', async () => {
  const [older, newer] = [newId(16), newId(16)]
  await using store = await openTestStore([
    spanRow({ at: 60_000, traceId: older, name: 'GET /old' }),
    spanRow({
      at: 30_000,
      traceId: newer,
      name: 'GET /cart/:id',
      durationNs: 2_000_001n,
      status: 'Error',
      attributes: { 'http.route': '/cart/:id', 'http.response.status_code': '500' },
    }),
  ])

  expect(await listTraces(store, { range: lastHour(), limit: 10 })).toMatchObject([
    {
      traceId: newer,
      service: 'shop',
      name: 'GET /cart/:id',
      route: '/cart/:id',
      httpStatus: 500,
      durationNs: 2_000_001n,
      failed: true,
      spanCount: 1,
      failedSpanCount: 1,
      services: ['shop'],
    },
    { traceId: older, name: 'GET /old', failed: false },
  ])
})
