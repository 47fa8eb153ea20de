import { expect, test } from 'vitest'
import { logRow, openTestStore } from '../../test/store/open-test-store.ts'
import { rangeEndingAt } from '../units.ts'
import { listBrowserLosses } from './list-browser-losses.ts'

const lost = (count: string, reason: string, { at = 1_000, signal = 'traces' } = {}) =>
  logRow({
    at,
    eventName: 'errata.telemetry.dropped',
    attributes: {
      'errata.telemetry.count': count,
      'errata.telemetry.reason': reason,
      'errata.telemetry.signal': signal,
    },
  })

test('adds up browser losses by reason and signal, most first, each report once', async () => {
  const twice = lost('3', 'queue_full')
  await using store = await openTestStore([
    twice,
    lost('4', 'queue_full', { at: 2_000, signal: '' }),
    lost('5', 'rejected'),
    lost('1', 'rejected', { signal: 'logs' }),
  ])
  await store.insert([twice, lost('90', 'rejected', { at: 7_200_000 })])

  expect(await listBrowserLosses(store, { range: rangeEndingAt(Date.now() + 1_000, 3_600_000) })).toEqual([
    { reason: 'queue_full', spans: 3, logs: 0, others: 4 },
    { reason: 'rejected', spans: 5, logs: 1, others: 0 },
  ])
})

test('an invalid count is ignored', async () => {
  await using store = await openTestStore([lost('-8', 'failed'), lost('many', 'failed'), lost('0', 'page_gone')])
  expect(await listBrowserLosses(store, { range: rangeEndingAt(Date.now() + 1_000, 3_600_000) })).toEqual([])
})
