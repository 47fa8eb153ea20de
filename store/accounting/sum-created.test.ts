import { expect, test } from 'vitest'
import type { CounterIncrease } from '../pipeline/list-counters.ts'
import { sumCreated } from './sum-created.ts'

const told = (
  service: string,
  metric: string,
  rise: number,
  attributes: Record<string, string> = {},
): CounterIncrease => ({
  service,
  metric,
  rise,
  attributes,
  beganNs: 0n,
  latestNs: 0n,
})
const processed = 'otel.sdk.processor.span.processed'
const exported = 'otel.sdk.exporter.span.exported'
const dropped = 'errata.telemetry.dropped_records'

test('created is sent plus dropped plus still held', () => {
  const counters = [
    told('shop', processed, 10),
    told('shop', processed, 3, { 'error.type': 'queue_full' }),
    told('shop', exported, 6),
    told('shop', exported, 2, { 'error.type': 'export_failed' }),
    told('shop', dropped, 3, { signal: 'traces', reason: 'queue_full' }),
    told('shop', dropped, 2, { signal: 'traces', reason: 'export_failed' }),
    told('shop', dropped, 1, { signal: 'traces', reason: 'before_send_failed' }),
    told('shop', dropped, 5, { signal: 'logs', reason: 'queue_full' }),
    told('shop', 'otel.sdk.processor.log.processed', 5, { 'error.type': 'queue_full' }),
    told('shop', 'otel.sdk.processor.log.processed', 4),
    told('shop', 'otel.sdk.exporter.log.exported', 4),
  ]
  expect(sumCreated(counters)).toEqual([
    { service: 'shop', signal: 'spans', created: 14, sent: 6, dropped: 6 },
    { service: 'shop', signal: 'logs', created: 9, sent: 4, dropped: 5 },
  ])
})

test('services are ordered by name; those without creation counters are left out', () => {
  const counters = [
    told('shop', processed, 1),
    told('cart', processed, 2),
    told('old', dropped, 5, { signal: 'traces' }),
  ]
  expect(sumCreated(counters).map(({ service }) => service)).toEqual(['cart', 'shop'])
})
