import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { parseSearch } from '../../search/parse-search.ts'
import type { SearchExpression, SearchSubject } from '../../search/search.ts'
import { listExceptions } from '../../store/exceptions/list-exceptions.ts'
import { findLogs } from '../../store/logs/find-logs.ts'
import { listCalls } from '../../store/services/list-calls.ts'
import { listQueueTimes } from '../../store/services/list-queue-times.ts'
import { findSpans } from '../../store/spans/find-spans.ts'
import { getTrace } from '../../store/traces/get-trace.ts'
import { rangeEndingAt, type TimeRange } from '../../store/units.ts'
import { type RunningOtelcol, startOtelcol } from '../../test/collector/start-otelcol.ts'
import { isNightly } from '../../test/is-nightly.ts'
import { deliverOtlp } from '../../test/otlp/send-otlp.ts'
import { poll } from '../../test/poll.ts'
import { type RecordedItem, readRecordedLines } from '../../test/senders/recorded-lines.ts'
import { openTestStore, type TestStore } from '../../test/store/open-test-store.ts'

/**
 * What stock SDKs sent (e2e/senders/programs), through the real Collector, in random batches of which some come twice: what pages show and
 * searches find of it is what `expected.yaml` says.
 */
const folder = process.env['ERRATA_TEST_SENDERS'] ?? join(import.meta.dirname, '../../e2e/senders')
const tables = join(import.meta.dirname, '../../e2e/senders/programs')

const text = z.string()
/** A row of spans is a search, and how many spans it finds. A user of '' is none. */
const spans = z.strictObject({
  service: text,
  side: z.enum(['browser', 'server']),
  kind: text,
  operation: text,
  failed: z.boolean(),
  count: z.int(),
  status: z.int().optional(),
  user: text.optional(),
  db: text.optional(),
  statement: text.optional(),
})
const table = z.strictObject({
  spans: z.array(spans),
  /** A callee is a service, or `kind name` of a node of the map. */
  calls: z.array(z.strictObject({ caller: text, callee: text, calls: z.int() })),
  /** From which queue a service takes how many messages whose sending is known. */
  queues: z.array(z.strictObject({ service: text, queue: text, messages: z.int() })).default([]),
  exceptions: z.array(z.strictObject({ service: text, type: text, message: text, count: z.int() })),
  logs: z.array(z.strictObject({ service: text, severity: text, message: text })),
})
type SpanRow = z.infer<typeof spans>

const recordings = globSync('programs/*/recorded.jsonl', { cwd: folder })
  .sort()
  .map(file => ({ name: dirname(file).replace('programs/', ''), lines: readFileSync(join(folder, file), 'utf8') }))
  .filter(({ name }) => isNightly || name === 'names-of-2022')

let store: TestStore
let otelcol: RunningOtelcol

beforeAll(async () => {
  store = await openTestStore()
  const { engine, database } = store
  const intoItsDatabase = ['clickhouse', 'clickhouse/noise'].map(
    name => `yaml:exporters::${name}::database: ${database}`,
  )
  otelcol = await startOtelcol({ clickhouse: { url: engine.url, ...engine.collector }, configs: intoItsDatabase })
})

afterAll(async () => {
  await otelcol?.stop()
  await store?.[Symbol.asyncDispose]()
})

describe.each(recordings)('what $name sent', ({ name, lines }) => {
  const expected = table.parse(parse(readFileSync(join(tables, name, 'expected.yaml'), 'utf8')))
  let range: TimeRange

  beforeAll(async () => {
    const nowMs = Date.now()
    range = rangeEndingAt(nowMs + 60_000, 3_600_000)
    const items = readRecordedLines(lines, BigInt(nowMs) * 1_000_000n)
    for (const batch of chooseBatches(items)) await deliver(batch)
    const services = [...new Set(items.map(serviceOf))]
    await poll(
      () => countRows(services),
      rows => rows >= items.length,
    )
    expect(await countRows(services)).toBe(items.length)
  })

  test('has spans that failed or not, with status, user and database', async () => {
    const rows = mergeOperations(expected.spans)
    await untilTold(() => Promise.all(rows.map(async row => ({ ...row, count: await countSpans(row, range) }))), rows)
  })

  test('has operations', async () => {
    const { spans } = expected
    await untilTold(() => Promise.all(spans.map(async row => ({ ...row, count: await countSpans(row, range) }))), spans)
  })

  test('is of a browser or of a server', async () => {
    const sides = new Map(expected.spans.map(({ service, side }) => [service, side]))
    const tell = async () => {
      const search = searchOf('spans', [`service:[${[...sides.keys()].join(',')}]`])
      const found = await findSpans(store, { range, search, limit: 100 })
      const ids = [...new Set(found.map(({ traceId }) => traceId))]
      const traces = await Promise.all(ids.map(traceId => getTrace(store, { traceId })))
      const spans = traces.flatMap(trace => trace?.spans ?? [])
      return new Map(spans.map(({ service, isBrowser }) => [service, isBrowser ? 'browser' : 'server'] as const))
    }
    await untilTold(async () => byText([...(await tell())]), byText([...sides]))
  })

  test('is told as calls', async () => {
    const services = new Set(expected.spans.map(({ service }) => service))
    const tell = async () => {
      const { calls } = await listCalls(store, { range, limit: 1000 })
      const ours = calls.filter(({ caller, callee }) => services.has(caller.name) || services.has(callee.name))
      const told = ours.map(({ caller, callee, calls }) => ({
        caller: caller.kind === 'service' ? caller.name : `${caller.kind} ${caller.name}`,
        callee: `${callee.kind} ${callee.name}`,
        calls,
      }))
      return byText(told)
    }
    await untilTold(tell, byText(expected.calls))
  })

  test('has messages that were in a queue', async () => {
    const services = [...new Set(expected.spans.map(({ service }) => service))]
    const tell = async (service: string) => {
      const { queues } = await listQueueTimes(store, { range, service })
      return queues.map(({ queue, messages }) => ({ service, queue, messages }))
    }
    await untilTold(async () => byText((await Promise.all(services.map(tell))).flat()), byText(expected.queues))
  })

  test('has its exceptions once each', async () => {
    const services = [...new Set(expected.spans.map(({ service }) => service))]
    const told = await Promise.all(services.map(service => listExceptions(store, { range, service, limit: 100 })))
    expect(told.flat()).toHaveLength(expected.exceptions.reduce((sum, { count }) => sum + count, 0))
    for (const { service, type, message, count } of expected.exceptions) {
      const search = searchOf('exceptions', [
        `service:"${service}"`,
        `type:${quote(type)}`,
        `message:${quote(message)}`,
      ])
      expect([service, type, await listExceptions(store, { range, search, limit: 100 })]).toEqual([
        ...[service, type],
        Array.from({ length: count }, () => expect.objectContaining({ service })),
      ])
    }
  })

  test('has logs by message and severity, each in its trace', async () => {
    const services = [...new Set(expected.logs.map(({ service }) => service))]
    const tell = async (service: string) => {
      const search = searchOf('logs', [`service:"${service}"`, 'has:trace', 'has:span'])
      const logs = await findLogs(store, { range, search, limit: 100, columns: [] })
      return logs.map(({ body, severityNumber }) => ({
        service,
        severity: ['none', 'trace', 'debug', 'info', 'warn', 'error', 'fatal'][Math.ceil(severityNumber / 4)],
        message: body,
      }))
    }
    await untilTold(async () => byText((await Promise.all(services.map(tell))).flat()), byText(expected.logs))
  })
})

/** Waits: rows are in a table before those that its views make of them are, and what comes twice may still be on its way. */
async function untilTold<Told>(tell: () => Promise<Told>, expected: Told): Promise<void> {
  await expect.poll(tell, { timeout: 10_000 }).toEqual(expected)
}

/** The rows that differ in their operation alone as one; without spans inside of a service, of which a table need not tell all. */
function mergeOperations(rows: readonly SpanRow[]): Omit<SpanRow, 'operation'>[] {
  const entries = rows.filter(({ kind }) => kind !== 'internal')
  const alike = Map.groupBy(entries, ({ operation: _, count: __, ...row }) => JSON.stringify(row))
  return [...alike.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return []
    const { operation: _, ...row } = first
    return { ...row, count: others.reduce((sum, { count }) => sum + count, first.count) }
  })
}

/** How many spans a row of a table finds. */
async function countSpans(
  row: Omit<SpanRow, 'operation'> & { readonly operation?: string },
  range: TimeRange,
): Promise<number> {
  const { service, kind, failed, status, user, db, statement, operation } = row
  const search = searchOf('spans', [
    ...[`service:"${service}"`, `kind:${kind}`, `${failed ? '' : '-'}is:error`],
    ...(operation === undefined ? [] : [`operation:${quote(operation)}`]),
    ...(status === undefined ? [] : [`status:${status}`]),
    ...(user === undefined ? [] : [user === '' ? '-has:user' : `user:"${user}"`]),
    ...(db === undefined ? [] : [`db:"${db}"`]),
    ...(statement === undefined ? [] : [`statement:${quote(statement)}`]),
  ])
  return (await findSpans(store, { range, search, limit: 100 })).length
}

/** A value, or with stars at its ends what is between them. */
const quote = (value: string) => (value.includes('*') ? `~"${value.replaceAll('*', '')}"` : `"${value}"`)

function searchOf(subject: SearchSubject, clauses: readonly string[]): SearchExpression | undefined {
  const { search, mistakes } = parseSearch(clauses.join(' '), subject)
  expect(mistakes).toEqual([])
  return search
}

/** In random order and sizes; some of them come twice. */
function chooseBatches(items: readonly RecordedItem[]): RecordedItem[][] {
  const all = { minLength: items.length, maxLength: items.length }
  const sizesOfBatches = fc.array(fc.integer({ min: 1, max: 9 }), all)
  const chosen = fc.tuple(fc.shuffledSubarray([...items], all), sizesOfBatches, fc.subarray([...items]))
  const [order = [], sizes = [], again = []] = fc.sample(chosen, 1)[0] ?? []
  const batches: RecordedItem[][] = []
  for (let at = 0; at < order.length; ) {
    const size = sizes[batches.length] ?? 1
    batches.push(order.slice(at, at + size))
    at += size
  }
  return again.length > 0 ? [...batches, again] : batches
}

async function deliver(items: readonly RecordedItem[]): Promise<void> {
  const resourceSpans = items.flatMap(item => ('resourceSpans' in item ? item.resourceSpans : []))
  const resourceLogs = items.flatMap(item => ('resourceLogs' in item ? item.resourceLogs : []))
  const url = otelcol.httpUrl
  if (resourceSpans.length > 0) await deliverOtlp({ url, signal: 'traces', body: { resourceSpans } })
  if (resourceLogs.length > 0) await deliverOtlp({ url, signal: 'logs', body: { resourceLogs } })
}

function serviceOf(item: RecordedItem): string {
  const [, name = ''] = /"service\.name","value":\{"stringValue":"([^"]+)"/.exec(JSON.stringify(item)) ?? []
  return name
}

/** Spans and log records, each once. */
async function countRows(services: readonly string[]): Promise<number> {
  const of = `ServiceName IN (${services.map(service => `'${service}'`).join(', ')})`
  const counts = await store.querySql<{ n: string }>(`SELECT count() AS n FROM otel_traces FINAL WHERE ${of}
    UNION ALL SELECT count() FROM otel_logs FINAL WHERE ${of}`)
  return counts.reduce((sum, { n }) => sum + Number(n), 0)
}

const byText = <T>(rows: readonly T[]) => rows.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
