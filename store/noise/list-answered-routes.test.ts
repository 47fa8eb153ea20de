import { expect, test } from 'vitest'
import { openTestStore, spanRow } from '../../test/store/open-test-store.ts'
import { nsOfMs, rangeEndingAt } from '../units.ts'
import { listAnsweredRoutes } from './list-answered-routes.ts'

const nowMs = Date.now()
const at = (minutesAgo: number) => nsOfMs(nowMs - minutesAgo * 60_000)

test('lists when each route last succeeded, and in which release', async () => {
  const answer = (minutesAgo: number, route: string, status: number, release = '1.0', service = 'shop') =>
    spanRow({
      at: at(minutesAgo),
      service,
      attributes: { 'http.route': route, 'http.response.status_code': `${status}` },
      resource: { 'service.version': release },
    })
  await using store = await openTestStore([
    answer(30, '/guide', 200, '1.0'),
    answer(20, '/guide', 302, '1.1'),
    answer(10, '/guide', 404, '1.2'),
    answer(5, '/broken', 500),
    answer(8, '/other', 200, '1.0', 'cart'),
    answer(90, '/long-ago', 200),
  ])
  const range = rangeEndingAt(nowMs, 3_600_000)
  expect(await listAnsweredRoutes(store, { range, services: ['shop'] })).toEqual([
    { service: 'shop', route: '/guide', lastNs: at(20), release: '1.1' },
  ])
})
