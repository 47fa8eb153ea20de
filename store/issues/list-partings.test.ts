import { expect, test } from 'vitest'
import { exceptionRow, openTestStore } from '../../test/store/open-test-store.ts'
import { nsOfMs } from '../units.ts'
import { listPartings } from './list-partings.ts'

const nowMs = Date.now()
const at = (minutesAgo: number) => nsOfMs(nowMs - minutesAgo * 60_000)
const nobody = { from: [], to: [], parts: [] }

test('lists what tells exceptions of an issue apart, with how many it would part, and nothing that all have', async () => {
  const thrown = (minutesAgo: number, message: string, route: string) =>
    exceptionRow({
      at: at(minutesAgo),
      message,
      resource: { 'service.version': '1' },
      attributes: { 'errata.issue.fingerprint': 'a', 'http.route': route },
    })
  const row = thrown(3, 'no price of order 5', '/cart')
  await using store = await openTestStore([
    row,
    row,
    thrown(2, 'no price of order 77', '/cart'),
    thrown(1, 'no stock', '/'),
  ])
  expect(await listPartings(store, { issue: 'a', merges: nobody, range: { from: at(60), to: at(0) } })).toEqual([
    { by: 'message', is: 'no price of order', has: 2, looked: 3 },
    { by: 'message', is: 'no stock', has: 1, looked: 3 },
    { by: 'route', is: '/cart', has: 2, looked: 3 },
    { by: 'route', is: '/', has: 1, looked: 3 },
  ])
})
