import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../test/property-runs.ts'
import { type InsertedRow, openTestStore, randomHexId, spanRow } from '../../test/store/open-test-store.ts'
import { DAY_MS } from '../time-units.ts'
import { rangeEndingAt } from '../units.ts'
import { listSpanVolume } from './list-span-volume.ts'
import type { Volume } from './volume.ts'

const lastDay = () => ({ range: rangeEndingAt(Date.now() + 60_000, DAY_MS) })

const spanOf = (service: string, name: string, text = '') =>
  spanRow({ service, name, traceId: randomHexId(16), spanId: randomHexId(8), attributes: { text } })

test('spans are counted by service and by operation, each with its share of the bytes', async () => {
  await using store = await openTestStore([
    ...Array.from({ length: 3 }, () => spanOf('gateway', 'GET /cart', 'x'.repeat(2_000))),
    spanOf('gateway', 'GET /pay'),
    spanOf('mail', 'send'),
    spanRow({ service: 'old', at: 2 * DAY_MS }),
  ])
  const { volumes, oneIn } = await listSpanVolume(store, lastDay())
  expect(oneIn).toBe(1)
  expect(volumes).toMatchObject([
    { service: 'gateway', name: undefined, count: 4 },
    { service: 'mail', name: undefined, count: 1 },
    { service: 'gateway', name: 'GET /cart', count: 3 },
    { service: 'gateway', name: 'GET /pay', count: 1 },
    { service: 'mail', name: 'send', count: 1 },
  ])
  expect(volumes[2]?.share).toBeGreaterThan(0.8)
})

const sent = fc.array(
  fc.record({
    service: fc.constantFrom('', 'a', 'b'),
    name: fc.constantFrom('x', 'y', 'z'),
    length: fc.nat(3_000),
    times: fc.integer({ min: 1, max: 2 }),
  }),
  { minLength: 1, maxLength: 40 },
)

test('services and their operations add up to all spans, however often rows are delivered', async () => {
  await fc.assert(
    fc.asyncProperty(sent, async spans => {
      await using store = await openTestStore()
      const rows = spans.map(({ service, name, length }) => spanOf(service, name, 'x'.repeat(length)))
      await store.insert(rows)
      await store.insert(rows.flatMap((row, i): InsertedRow[] => (spans[i]?.times === 2 ? [row] : [])))
      const { volumes } = await listSpanVolume(store, lastDay())
      const [services, operations] = [
        volumes.filter(({ name }) => name === undefined),
        volumes.filter(({ name }) => name !== undefined),
      ]
      const sum = (of: readonly Volume[], what: 'count' | 'share') => of.reduce((all, one) => all + one[what], 0)
      expect(sum(services, 'count')).toBe(spans.length)
      expect(sum(services, 'share')).toBeCloseTo(1, 9)
      for (const { service, count, share } of services) {
        const own = operations.filter(one => one.service === service)
        expect(sum(own, 'count')).toBe(count)
        expect(sum(own, 'share')).toBeCloseTo(share, 9)
        expect(count).toBe(spans.filter(span => span.service === service).length)
      }
      expect(services.map(({ share }) => share)).toEqual(services.map(({ share }) => share).toSorted((a, b) => b - a))
    }),
    runs(5),
  )
})

test('many spans are estimated from the sample', async () => {
  await using store = await openTestStore()
  await store.command(`INSERT INTO span_samples (Timestamp, TraceId, SpanId, ServiceName, SpanName, Operation, SpanAttributes)
    SELECT now64(9) - 3600, leftPad(lower(hex(number)), 32, '0') AS TraceId, '1', if(number % 4 = 0, 'mail', 'web'), 'GET', 'GET',
      map('text', repeat('x', 400)) FROM numbers(160000) WHERE bitAnd(sipHash64(TraceId), 15) = 0`)
  const { volumes, oneIn } = await listSpanVolume(store, lastDay())
  expect(oneIn).toBe(16)
  expect(volumes.map(({ service }) => service)).toEqual(['web', 'mail', 'web', 'mail'])
  expect(volumes[0]?.share).toBeGreaterThan(0.73)
  expect(volumes[0]?.share).toBeLessThan(0.77)
})
