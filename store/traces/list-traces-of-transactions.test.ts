import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../test/property-runs.ts'
import { type InsertedRow, openTestStore, randomHexId, spanRow } from '../../test/store/open-test-store.ts'
import { addPreviousPeriod } from '../comparison.ts'
import { countRequestsOverTime } from '../services/count-requests-over-time.ts'
import { nsOfMs } from '../units.ts'
import { listTraceFacets } from './list-trace-facets.ts'
import { listTraces } from './list-traces.ts'

// What the overview counts for a service links to the traces that contain it, whatever their root is.

const HOUR_MS = 3_600_000
const hourMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - HOUR_MS
const range = { from: nsOfMs(hourMs), to: nsOfMs(hourMs + HOUR_MS) }
const comparison = addPreviousPeriod(range, 1_800_000_000_000n)

const transaction = fc.record({
  environment: fc.constantFrom('', 'production', 'staging'),
  release: fc.constantFrom('', '1.0', '2.0'),
  route: fc.constantFrom('/cart', '/stock/{sku}'),
  failed: fc.boolean(),
})
/** The first is the root. A service has one transaction in a trace. */
const trace = fc.dictionary(fc.constantFrom('shop-browser', 'shop', 'stock'), transaction, {
  minKeys: 1,
  noNullPrototype: true,
})
const filter = fc.record({
  service: fc.constantFrom('', 'shop-browser', 'shop', 'stock'),
  environment: fc.constantFrom('', 'production', 'staging'),
  release: fc.constantFrom('', '', '2.0'),
  hidden: fc.constantFrom<string[]>([], ['shop-browser'], ['shop']),
})
const its = fc.oneof(
  fc.constant({ itsFailed: true }),
  fc.constant({ itsAny: true, itsFailed: false }),
  fc.record({ itsOperation: fc.constantFrom('/cart', '/stock/{sku}'), itsFailed: fc.boolean() }),
)

test('a list of transactions has the traces that the overview counts, for every environment and release', async () => {
  await using store = await openTestStore()

  await fc.assert(
    fc.asyncProperty(
      fc.array(trace, { minLength: 1, maxLength: 12 }),
      fc.array(fc.tuple(filter, its), { minLength: 3, maxLength: 3 }),
      async (traces, filters) => {
        await store.empty()
        const expected = traces.map((of, i) => ({
          traceId: randomHexId(16),
          atMs: hourMs + i * 1000,
          of: Object.entries(of),
        }))
        await store.insert(expected.flatMap(rowsOf))

        for (const [chosen, asked] of filters) {
          const query = { range, ...chosen, ...asked, limit: 50 }
          const fits = ([service, did]: Expected['of'][number]) =>
            !chosen.hidden.includes(service) &&
            [service, ''].includes(chosen.service) &&
            [did.environment, ''].includes(chosen.environment) &&
            [did.release, ''].includes(chosen.release) &&
            (!('itsOperation' in asked) || asked.itsOperation === did.route) &&
            (!asked.itsFailed || did.failed)
          const ids = expected.filter(({ of }) => of.some(fits)).map(({ traceId }) => traceId)

          const [newest, oldest, { total }, failed, made, counted] = await Promise.all([
            listTraces(store, query),
            listTraces(store, { ...query, order: { by: 'start', rising: true } }),
            listTraceFacets(store, query),
            listTraces(store, { range, ...chosen, itsFailed: true, limit: 50 }),
            listTraces(store, { range, ...chosen, itsAny: true, limit: 50 }),
            countRequestsOverTime(store, { comparison, ...chosen }),
          ])
          expect(newest.map(({ traceId }) => traceId).toReversed()).toEqual(ids)
          expect(oldest.map(({ traceId }) => traceId)).toEqual(ids)
          expect(total).toBe(ids.length)
          const failures = counted.reduce((sum, { failed }) => sum + failed, 0)
          const requests = counted.reduce((sum, { requests }) => sum + requests, 0)
          if (chosen.service === '') {
            expect(failures).toBeGreaterThanOrEqual(failed.length)
            expect(requests).toBeGreaterThanOrEqual(made.length)
          } else expect([failures, requests]).toEqual([failed.length, made.length])
        }
      },
    ),
    runs(2),
  )
})

interface Expected {
  readonly traceId: string
  readonly atMs: number
  readonly of: readonly [string, { environment: string; release: string; route: string; failed: boolean }][]
}

function rowsOf({ traceId, atMs, of }: Expected): InsertedRow[] {
  const ids = of.map(() => randomHexId(8))
  return of.map(([service, { environment, release, route, failed }], i) =>
    spanRow({
      at: nsOfMs(atMs + i),
      traceId,
      spanId: ids[i] ?? '',
      parentSpanId: ids[i - 1] ?? '',
      service,
      attributes: { 'http.route': route },
      status: failed ? 'Error' : 'Unset',
      resource: { 'deployment.environment.name': environment, 'service.version': release },
    }),
  )
}
