import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nowNs, type Signal } from '../../test/otlp/send-otlp.ts'
import { type IngestPipeline, openIngest } from './open-ingest.ts'
import {
  nestedAnyValue,
  protobufField,
  protobufKeyValue,
  protobufText,
  protobufTextKeyValue,
  protobufTime,
  sendRaw,
} from './raw-otlp.ts'
import { expectQueueNotBlocked, waitForServiceRows, watchMemory } from './send-items.ts'

let ingest: IngestPipeline

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

const at = (number: number) => protobufTime(number, nowNs())
const span = (...more: Buffer[]) =>
  protobufField(
    2,
    protobufField(2, protobufField(1, randomBytes(16)), protobufField(2, randomBytes(8)), at(7), at(8), ...more),
  )
const point = (...more: Buffer[]) =>
  protobufField(2, protobufField(2, protobufText(1, 'm'), protobufField(5, protobufField(1, at(3), ...more))))
const logs = { signal: 'logs', table: 'otel_logs' } as const
const traces = { signal: 'traces', table: 'otel_traces' } as const
const metrics = { signal: 'metrics', table: 'otel_metrics_gauge' } as const
const places: Place[] = [
  {
    place: 'the body of a log record',
    ...logs,
    items: value => [protobufField(2, protobufField(2, at(1), protobufField(5, value)))],
  },
  {
    place: 'an attribute of a log record',
    ...logs,
    items: value => [protobufField(2, protobufField(2, at(1), protobufKeyValue(6, 'deep', value)))],
  },
  {
    place: 'a resource',
    ...logs,
    items: value => [protobufField(1, protobufKeyValue(1, 'deep', value)), protobufField(2, protobufField(2, at(1)))],
  },
  {
    place: 'a scope',
    ...logs,
    items: value => [protobufField(2, protobufField(1, protobufKeyValue(3, 'deep', value)), protobufField(2, at(1)))],
  },
  { place: 'a span', ...traces, items: value => [span(protobufKeyValue(9, 'deep', value))] },
  {
    place: 'an event',
    ...traces,
    items: value => [span(protobufField(11, at(1), protobufText(2, 'e'), protobufKeyValue(3, 'deep', value)))],
  },
  {
    place: 'a link',
    ...traces,
    items: value => [span(protobufField(13, protobufField(1, randomBytes(16)), protobufKeyValue(4, 'deep', value)))],
  },
  { place: 'a data point', ...metrics, items: value => [point(protobufKeyValue(7, 'deep', value))] },
  {
    place: 'an exemplar',
    ...metrics,
    items: value => [point(protobufField(5, at(2), protobufKeyValue(7, 'deep', value)))],
  },
]

/** One request with two resources, one of them nested. */
async function sendNested({ signal, table, items }: Place, value: Buffer): Promise<void> {
  const [service, neighbour] = [randomUUID(), randomUUID()]
  const name = (it: string) => protobufField(1, protobufTextKeyValue(1, 'service.name', it))
  const plain = { traces: span(), logs: protobufField(2, protobufField(2, at(1))), metrics: point() }[signal]
  const body = Buffer.concat([
    protobufField(1, name(neighbour), plain),
    protobufField(1, name(service), ...items(value)),
  ])
  expect(await sendRaw(ingest.otelcol.httpUrl, signal, body)).toBe(200)
  await Promise.all([service, neighbour].map(it => waitForServiceRows(ingest, 1, it, 'SELECT 1', table)))
}

test.each(places.flatMap(place => (['list', 'map'] as const).map(kind => ({ ...place, kind }))))(
  '300 KB of nested $kind in $place are stored with its neighbour, and cost little memory',
  async ({ kind, ...place }) => {
    const peak = watchMemory(ingest)
    await sendNested(place, nestedAnyValue(kind, 300_000))
    // String() of a map of this size took 1.4 GB.
    expect(await peak()).toBeLessThan(500)
  },
)

test('170,000 levels cost less than a gigabyte, and a request deep enough to end the Collector is refused by its size', async () => {
  const peak = watchMemory(ingest)
  for (const place of places.slice(0, 1)) await sendNested(place, nestedAnyValue('list', 1_500_000))
  expect(await peak()).toBeLessThan(1_024)
  // A million and a half levels: Go ends a process whose stack exceeds a gigabyte.
  expect(await sendRaw(ingest.otelcol.httpUrl, 'logs', nestedAnyValue('list', 15_000_000))).toBe(400)
})

test('what follows is stored as before, and nothing is being tried again', () => expectQueueNotBlocked(ingest))
