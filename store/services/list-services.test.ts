import { expect, test } from 'vitest'
import { exceptionRow, logRow, openTestStore, spanRow } from '../../test/store/open-test-store.ts'
import { rangeBefore } from '../units.ts'
import { listServices } from './list-services.ts'

test('lists by name every service with a span, an exception or a log in the range', async () => {
  await using store = await openTestStore([
    spanRow({ at: 1000, service: 'shop' }),
    logRow({ at: 1000, service: 'cart' }),
    exceptionRow({ at: 1000, service: 'billing' }),
    spanRow({ at: 7_200_000, service: 'yesterday' }),
  ])

  const services = await listServices(store, { range: rangeBefore(Date.now() + 60_000, 3_600_000) })
  expect(services.map(({ service }) => service)).toEqual(['billing', 'cart', 'shop'])
})
