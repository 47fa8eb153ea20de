import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../test/property-runs.ts'
import { openTestStore, randomHexId, spanRow } from '../../test/store/open-test-store.ts'
import { addPreviousPeriod } from '../comparison.ts'
import { nsOfMs } from '../units.ts'
import { countRequestsOverTime } from './count-requests-over-time.ts'
import { listLatencies } from './list-latencies.ts'

const HOUR_MS = 3_600_000
const hourMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - HOUR_MS
const comparison = addPreviousPeriod({ from: nsOfMs(hourMs), to: nsOfMs(hourMs + HOUR_MS) }, 1_800_000_000_000n)

const what = fc.constantFrom(
  { kind: 'Server', attributes: { 'http.route': '/cart' } },
  { kind: 'Server', attributes: { 'rpc.service': 'shop.Cart', 'rpc.method': 'Add' } },
  { kind: 'Server', attributes: { 'rpc.method': 'shop.Cart/Add' } },
  { kind: 'Consumer', attributes: { 'messaging.destination.name': 'orders' } },
  { kind: 'Server', name: 'GET /orders/1' },
  { kind: 'Internal', name: 'invoices 17' },
  { kind: 'Internal', name: 'invoices 18' },
  { kind: 'Internal', name: '' },
)
/** A transaction with the inserts that deliver it: one to three of three. */
const transaction = fc.record({
  what,
  isNow: fc.boolean(),
  minute: fc.nat(59),
  status: fc.constantFrom('Ok' as const, 'Error' as const),
  durationNs: fc.bigInt(1n, 3_000_000_000n),
  inserts: fc.subarray([0, 1, 2], { minLength: 1 }),
})

test('operations add up to their service, however transactions are split into inserts and delivered again', async () => {
  await using store = await openTestStore()

  await fc.assert(
    fc.asyncProperty(
      fc.array(transaction, { minLength: 1, maxLength: 30 }),
      fc.integer({ min: 1, max: 4 }),
      async (transactions, limit) => {
        await store.empty()
        const sent = transactions.map(({ what, isNow, minute, ...of }) => ({
          ...of,
          isNow,
          row: spanRow({
            at: nsOfMs(hourMs + (isNow ? 0 : -HOUR_MS) + minute * 60_000),
            traceId: randomHexId(16),
            ...{ status: of.status, durationNs: of.durationNs, ...what },
          }),
        }))
        for (const insert of [0, 1, 2]) {
          const rows = sent.filter(({ inserts }) => inserts.includes(insert)).map(({ row }) => row)
          if (rows.length > 0) await store.insert(rows)
        }

        const [operations, [service], counted] = await Promise.all([
          listLatencies(store, { comparison, by: 'operation', service: 'shop', limit }),
          listLatencies(store, { comparison, by: 'service', limit }),
          countRequestsOverTime(store, { comparison }),
        ])
        const whole = (isIn: boolean, failedAlone: boolean) =>
          sent.filter(({ isNow, status }) => isNow === isIn && (!failedAlone || status === 'Error')).length
        const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)
        for (const period of ['now', 'before'] as const) {
          const expected = [whole(period === 'now', false), whole(period === 'now', true)]
          const parts = operations.map(of => of[period])
          expect([sum(parts.map(({ requests }) => requests)), sum(parts.map(({ failed }) => failed))]).toEqual(expected)
          expect([service?.[period].requests, service?.[period].failed]).toEqual(expected)
          expect(sum(parts.map(of => of.satisfied))).toBe(service?.[period].satisfied)
          expect(sum(parts.map(of => of.tolerating))).toBe(service?.[period].tolerating)
          const buckets = counted.filter(({ isNow }) => isNow === (period === 'now'))
          expect([sum(buckets.map(({ requests }) => requests)), sum(buckets.map(({ failed }) => failed))]).toEqual(
            expected,
          )
        }
        const shown = operations.filter(({ others }) => others === 0)
        expect(shown.length).toBeLessThanOrEqual(limit)
        expect(operations.length - shown.length).toBeLessThanOrEqual(1)
        const sizes = shown.map(({ now, before }) => now.requests + before.requests)
        expect(sizes).toEqual(sizes.toSorted((a, b) => b - a))
      },
    ),
    runs(6),
  )
})
