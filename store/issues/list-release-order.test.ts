import { expect, test } from 'vitest'
import { exceptionRow, openTestStore } from '../../test/store/open-test-store.ts'
import { nsOfMs } from '../units.ts'
import { listReleaseOrder } from './list-release-order.ts'
import { NO_MERGES } from './merges.ts'

const nowMs = Date.now()
const at = (minutesAgo: number) => nsOfMs(nowMs - minutesAgo * 60_000)
const thrown = (minutesAgo: number, issue: string, attributes: Record<string, string> = {}, release = '') =>
  exceptionRow({
    at: at(minutesAgo),
    resource: { 'service.version': release },
    attributes: { 'errata.issue.fingerprint': issue, ...attributes },
  })

test('lists the releases of services by first seen; a service without releases has none', async () => {
  await using store = await openTestStore([thrown(5, 'a', {}, '1'), thrown(9, 'a', {}, '2'), thrown(7, 'a')])
  const order = await listReleaseOrder(store, { issues: ['a'], merges: NO_MERGES })
  expect(order.map(({ release, firstSeenNs }) => [release, firstSeenNs])).toEqual([
    ['2', at(9)],
    ['1', at(5)],
  ])
  expect(await listReleaseOrder(store, { issues: ['b'], merges: NO_MERGES })).toEqual([])
})
