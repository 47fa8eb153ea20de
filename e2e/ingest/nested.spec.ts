import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nowNs, type Signal } from '../../test/otlp/send-otlp.ts'
import { type Ingest, openIngest } from './open-ingest.ts'
import { field, nested, pair, sendRaw, text, textPair, time } from './raw-otlp.ts'
import { expectNothingHeld, rowsOf, watchMemory } from './send-items.ts'

let ingest: Ingest

beforeAll(async () => {
  ingest = await openIngest()
})

afterAll(() => ingest[Symbol.asyncDispose]())

interface Place {
  readonly place: string
  readonly signal: Signal
  readonly table: string
  /** The lists of a resource besides its name: the fields of ResourceSpans and so on. */
  readonly items: (value: Buffer) => readonly Buffer[]
}

const at = (number: number) => time(number, nowNs())
const span = (...more: Buffer[]) =>
  field(2, field(2, field(1, randomBytes(16)), field(2, randomBytes(8)), at(7), at(8), ...more))
const point = (...more: Buffer[]) => field(2, field(2, text(1, 'm'), field(5, field(1, at(3), ...more))))
const logs = { signal: 'logs', table: 'otel_logs' } as const
const traces = { signal: 'traces', table: 'otel_traces' } as const
const metrics = { signal: 'metrics', table: 'otel_metrics_gauge' } as const
const places: Place[] = [
  { place: 'the body of a log record', ...logs, items: value => [field(2, field(2, at(1), field(5, value)))] },
  {
    place: 'an attribute of a log record',
    ...logs,
    items: value => [field(2, field(2, at(1), pair(6, 'deep', value)))],
  },
  { place: 'a resource', ...logs, items: value => [field(1, pair(1, 'deep', value)), field(2, field(2, at(1)))] },
  { place: 'a scope', ...logs, items: value => [field(2, field(1, pair(3, 'deep', value)), field(2, at(1)))] },
  { place: 'a span', ...traces, items: value => [span(pair(9, 'deep', value))] },
  { place: 'an event', ...traces, items: value => [span(field(11, at(1), text(2, 'e'), pair(3, 'deep', value)))] },
  { place: 'a link', ...traces, items: value => [span(field(13, field(1, randomBytes(16)), pair(4, 'deep', value)))] },
  { place: 'a data point', ...metrics, items: value => [point(pair(7, 'deep', value))] },
  { place: 'an exemplar', ...metrics, items: value => [point(field(5, at(2), pair(7, 'deep', value)))] },
]

/** One request with two resources, one of them nested. */
async function sendNested({ signal, table, items }: Place, value: Buffer): Promise<void> {
  const [service, neighbour] = [randomUUID(), randomUUID()]
  const name = (it: string) => field(1, textPair(1, 'service.name', it))
  const plain = { traces: span(), logs: field(2, field(2, at(1))), metrics: point() }[signal]
  const body = Buffer.concat([field(1, name(neighbour), plain), field(1, name(service), ...items(value))])
  expect(await sendRaw(ingest.otelcol.httpUrl, signal, body)).toBe(200)
  await Promise.all([service, neighbour].map(it => rowsOf(ingest, 1, it, 'SELECT 1', table)))
}

test.each(places.flatMap(place => (['list', 'map'] as const).map(kind => ({ ...place, kind }))))(
  '300 KB of nested $kind in $place are stored with its neighbour, and cost little memory',
  async ({ kind, ...place }) => {
    const peak = watchMemory(ingest)
    await sendNested(place, nested(kind, 300_000))
    // String() of a map of this size took 1.4 GB.
    expect(await peak()).toBeLessThan(500)
  },
)

test('170,000 levels cost less than a gigabyte, and a request deep enough to end the Collector is refused by its size', async () => {
  const peak = watchMemory(ingest)
  for (const place of places.slice(0, 1)) await sendNested(place, nested('list', 1_500_000))
  expect(await peak()).toBeLessThan(1_024)
  // A million and a half levels: Go ends a process whose stack exceeds a gigabyte.
  expect(await sendRaw(ingest.otelcol.httpUrl, 'logs', nested('list', 15_000_000))).toBe(400)
})

test('what follows is stored as before, and nothing is being tried again', () => expectNothingHeld(ingest))
