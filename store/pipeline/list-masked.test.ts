import { expect, test } from 'vitest'
import { logRow, openTestStore, spanRow } from '../../test/store/open-test-store.ts'
import { nsOfMs } from '../units.ts'
import { listMasked } from './list-masked.ts'

test('what was masked is counted once by service and kind, in the range', async () => {
  const nowMs = Date.now()
  const at = nsOfMs(nowMs - 60_000)
  const rows = [
    spanRow({ at, service: 'shop', attributes: { 'errata.masked': 'header' } }),
    spanRow({ at, service: 'shop', attributes: { 'errata.masked': 'header' } }),
    spanRow({ at, service: 'shop', attributes: { 'errata.masked': 'header card card' } }),
    spanRow({ at, service: 'shop', attributes: { key: 'header' } }),
    spanRow({ at: nsOfMs(nowMs - 7_200_000), service: 'shop', attributes: { 'errata.masked': 'header' } }),
    logRow({ at, service: 'cart', attributes: { 'errata.masked': 'card' } }),
    logRow({ at, service: 'shop', attributes: { 'errata.masked': 'header' }, body: 'paid' }),
  ]
  await using store = await openTestStore(rows)
  await store.insert(rows)

  expect(await listMasked(store, { range: { from: nsOfMs(nowMs - 3_600_000), to: nsOfMs(nowMs) } })).toEqual([
    { service: 'shop', kind: 'header', spans: 3, logs: 1 },
    { service: 'cart', kind: 'card', spans: 0, logs: 1 },
    { service: 'shop', kind: 'card', spans: 1, logs: 0 },
  ])
})
