import { expect, test } from 'vitest'
import { logRow, openTestStore } from '../../test/store/open-test-store.ts'
import { rangeEndingAt } from '../units.ts'
import { listBrowserLosses } from './list-browser-losses.ts'

const lost = (count: string, reason: string, at = 1_000) =>
  logRow({
    at,
    eventName: 'errata.telemetry.dropped',
    attributes: { 'errata.telemetry.count': count, 'errata.telemetry.reason': reason },
  })

test('adds up browser losses by reason, most first, each report once', async () => {
  const twice = lost('3', 'queue_full')
  await using store = await openTestStore([twice, lost('4', 'queue_full', 2_000), lost('5', 'rejected')])
  await store.insert([twice, lost('90', 'rejected', 7_200_000)])

  expect(await listBrowserLosses(store, { range: rangeEndingAt(Date.now() + 1_000, 3_600_000) })).toEqual([
    { reason: 'queue_full', items: 7 },
    { reason: 'rejected', items: 5 },
  ])
})

test('an invalid count is ignored', async () => {
  await using store = await openTestStore([lost('-8', 'failed'), lost('many', 'failed'), lost('0', 'page_gone')])
  expect(await listBrowserLosses(store, { range: rangeEndingAt(Date.now() + 1_000, 3_600_000) })).toEqual([])
})
