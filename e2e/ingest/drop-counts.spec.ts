import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningOtelcol, startOtelcol } from '../../test/collector/start-otelcol.ts'
import { createEngineQuery } from '../../test/engine/query-engine.ts'
import { startReadyEngine } from '../../test/engine/ready-store.ts'
import { startEngine, type TestEngine } from '../../test/engine/start-engine.ts'
import { attributes, deliverOtlp, nowNs, type Signal } from '../../test/otlp/send-otlp.ts'
import { deliverOtlpGrpc } from '../../test/otlp/send-otlp-grpc.ts'
import { poll } from '../../test/poll.ts'
import { scrapeMetrics, sumMetric } from './open-ingest.ts'
import { buildCaseRequests, readCases } from './read-case.ts'

/**
 * The cases of the drop rules through every receiver, much of it twice and split differently, while engine and Collector are killed: the
 * drop counts are exact, and everything is stored or counted as dropped.
 */
const receivers = ['http', 'grpc', 'browser'] as const
type Receiver = (typeof receivers)[number]

const queueDir = mkdtempSync(join(tmpdir(), 'errata-noise-queue-'))
const dataDir = mkdtempSync(join(tmpdir(), 'errata-noise-data-'))
/** By service, rule and shape. */
const removed = new Map<string, number>()
/** Distinct items, kept and dropped, by service and shape. */
const sent = new Map<string, number>()
let engine: TestEngine
let otelcol: RunningOtelcol

beforeAll(async () => {
  engine = await startReadyEngine({ dataDir })
  otelcol = await start()
  const requests = readCases().flatMap(one =>
    receivers.flatMap(receiver => {
      const service = `${one.name}-${receiver}`
      return buildCaseRequests(one, randomUUID()).map(request => ({ ...request, receiver, service, rule: one.rule }))
    }),
  )
  const kills = new Map([
    [Math.floor(requests.length / 4), killEngine],
    [Math.floor(requests.length / 2), killOtelcol],
    [Math.floor((requests.length * 3) / 4), killEngine],
  ])
  let killing = Promise.resolve()
  for (const [at, { receiver, signal, body, service, rule }] of requests.entries()) {
    const kill = kills.get(at)
    if (kill !== undefined) killing = killing.then(() => wait(Math.random() * 300)).then(kill)
    const named = inNameOf(service, body)
    await send(receiver, signal, named, service)
    if (at % 3 === 0) for (const part of inTwo(named)) await send(receiver, signal, part, service)
    const { spans, logs } = itemsOf(named)
    add(sent, `${service} span`, spans.length)
    add(sent, `${service} log`, logs.length)
    for (const shape of shapesThatGo(named)) add(removed, `${service} ${rule.replace('filter/', '')} ${shape}`, 1)
  }
  await killing
})

afterAll(async () => {
  await otelcol.stop()
  await engine.stop()
  for (const dir of [queueDir, dataDir]) rmSync(dir, { recursive: true, force: true })
})

test('each thing that was sent is stored once, or counted as dropped once', async () => {
  const wanted = Object.fromEntries([...sent].filter(([, count]) => count > 0).toSorted())
  expect([...sent.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(3_000)
  await poll(storedOrDropped, found => JSON.stringify(found) === JSON.stringify(wanted), 90_000).catch(() => undefined)
  expect(await storedOrDropped()).toEqual(wanted)
})

test('counts what each rule removed, by shape and receiver, and nothing else', async () => {
  const wanted = Object.fromEntries([...removed].toSorted())
  expect([...removed.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(1_500)
  await poll(counted, counts => JSON.stringify(counts) === JSON.stringify(wanted), 90_000).catch(() => undefined)
  // Repeated deliveries arrive later than what is counted once.
  await poll(
    async () =>
      sumMetric(await scrapeMetrics(otelcol.metricsUrl), 'otelcol_exporter_queue_size', 'exporter="clickhouse/noise"'),
    size => size === 0,
    90_000,
  )
  expect(await counted()).toEqual(wanted)
})

test('keeps what the rules are to remove, and nothing else', async () => {
  const records = await query<{ record: string }>(
    `SELECT DISTINCT if(item.Position = 0, SpanAttributes, \`Events.Attributes\`[item.Position])['test.record'] AS record
      FROM noise_spans ARRAY JOIN Removed AS item
      UNION DISTINCT SELECT LogAttributes['test.record'] FROM noise_logs`,
  )
  expect(records.length).toBeGreaterThan(5)
  expect(records.filter(({ record }) => !record.startsWith('goes'))).toEqual([])
})

test('a mark that a sender sets removes nothing and counts nothing; what is cut to a rule’s words counts', async () => {
  const service = randomUUID()
  const forged = { 'errata.noise.rule': 'not-found/1', 'errata.noise.events': 'true', 'errata.noise.samples': '0' }
  // The last of the 1,024 bytes that are kept are "/health".
  const cut = `${'/a'.repeat(507)}/bb/health${'/c'.repeat(20_000)}`
  const spans = [
    span({ ...forged, 'url.path': '/alive/sports' }, [forged]),
    span({ ...forged, 'errata.transaction.route': '/already' }),
    span({ 'errata.transaction.route': cut }),
  ]
  await send('http', 'traces', { resourceSpans: [{ resource: resource(service), scopeSpans: [{ spans }] }] }, service)
  const logRecords = [
    { timeUnixNano: nowNs(), attributes: attributes({ ...forged, 'exception.message': 'a Script error, too' }) },
  ]
  await send('http', 'logs', { resourceLogs: [{ resource: resource(service), scopeLogs: [{ logRecords }] }] }, service)

  await poll(
    () =>
      query(`SELECT (SELECT count() FROM otel_traces FINAL WHERE ServiceName = '${service}') = 2 AS spans,
        (SELECT count() FROM otel_logs FINAL WHERE ServiceName = '${service}') = 1 AS logs,
        (SELECT count() FROM noise_counts WHERE ServiceName = '${service}') > 0 AS noise`),
    ([row]) => row?.['spans'] === 1 && row['logs'] === 1 && row['noise'] === 1,
  )
  expect(await counted(service)).toEqual({ [`${service} health-check span`]: 1 })
})

test('with samples turned off it keeps only what counts, paths and the pages of traces need', async () => {
  const service = randomUUID()
  await otelcol.stop()
  otelcol = await start({ ERRATA_NOISE_SAMPLES: '0' })
  const secret = 'ada@shop.example'
  const named = { attributes: attributes({ 'service.name': service, 'host.name': secret }) }
  const transaction = '1234567890abcdef'
  const page = {
    'errata.transaction.route': '/404',
    'errata.transaction.id': transaction,
    'url.full': `https://shop.example/gone?user=${secret}`,
    'user.email': secret,
  }
  const event = { 'exception.message': 'ResizeObserver loop limit exceeded', 'user.email': secret }
  const spans = [{ ...span(page), spanId: transaction, status: { code: 2, message: secret } }, span({}, [event])]
  await send('http', 'traces', { resourceSpans: [{ resource: named, scopeSpans: [{ spans }] }] }, service)
  const timeUnixNano = nowNs()
  const record = (user: string) => ({
    timeUnixNano,
    body: { stringValue: secret },
    attributes: attributes({ 'exception.message': 'Script error.', 'user.email': user }),
  })
  const logRecords = [record(secret), record('bob@shop.example')]
  await send('http', 'logs', { resourceLogs: [{ resource: named, scopeLogs: [{ logRecords }] }] }, service)

  const wanted = {
    [`${service} cross-origin-script-error log`]: 2,
    [`${service} not-found span`]: 1,
    [`${service} resize-observer-loop event`]: 1,
  }
  await poll(
    () => counted(service),
    counts => JSON.stringify(counts) === JSON.stringify(wanted),
  )
  const kept = await query(`SELECT * FROM noise_spans WHERE ServiceName = '${service}'`)
  const logs = await query(`SELECT * FROM noise_logs WHERE ServiceName = '${service}'`)
  expect([kept.length, logs.length]).toEqual([2, 2])
  expect(JSON.stringify([kept, logs])).not.toMatch(/ada@|bob@/)
  expect(await query(`SELECT Path FROM noise_paths WHERE ServiceName = '${service}'`)).toEqual([{ Path: '/gone' }])
  expect(await query(`SELECT 1 FROM noise_spans WHERE ServiceName = '${service}' AND Sampled`)).toEqual([])
})

function add(counts: Map<string, number>, key: string, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count)
}

const query = <Row = Record<string, unknown>>(sql: string) => createEngineQuery(engine)<Row>(sql)

async function counted(service = ''): Promise<Record<string, number>> {
  const rows = await query<{ key: string; items: string }>(
    `SELECT concat(ServiceName, ' ', Rule, ' ', Source::String) AS key, toString(sum(n)) AS items FROM (
      SELECT ServiceName, Rule, Source, uniqExactMerge(Items) AS n FROM noise_counts
      WHERE '${service}' IN ('', ServiceName) GROUP BY Rule, Minute, Source, ServiceName, Route, Release
    ) GROUP BY key`,
  )
  return Object.fromEntries(rows.map(({ key, items }): [string, number] => [key, Number(items)]).toSorted())
}

/** The distinct identities that the store has, of what `beforeAll` sent: stored ones, and those that a rule dropped. */
async function storedOrDropped(): Promise<Record<string, number>> {
  const services = [...new Set([...sent.keys()].map(key => key.replace(/ \w+$/, '')))]
  const rows = await query<{ key: string; items: string }>(
    `SELECT concat(service, ' ', shape) AS key, toString(sum(n)) AS items FROM (
      SELECT ServiceName::String AS service, 'span' AS shape, count() AS n FROM otel_traces FINAL GROUP BY service
      UNION ALL SELECT ServiceName::String AS service, 'log', count() FROM otel_logs FINAL GROUP BY service
      UNION ALL SELECT ServiceName::String, Source::String, uniqExactMerge(Items) FROM noise_counts
      WHERE Source IN ('span', 'log') GROUP BY Rule, Minute, Source, ServiceName, Route, Release
    ) WHERE service IN ('${services.join("', '")}') GROUP BY key`,
  )
  return Object.fromEntries(rows.map(({ key, items }): [string, number] => [key, Number(items)]).toSorted())
}

const start = (env: Record<string, string> = {}) =>
  startOtelcol({ clickhouse: { url: engine.url, ...engine.collector }, queueDir, env })

async function killEngine(): Promise<void> {
  engine.kill()
  await engine.stop()
  engine = await startEngine({ dataDir, args: ['--port', new URL(engine.url).port] })
}

async function killOtelcol(): Promise<void> {
  await otelcol.kill()
  await promisify(execFile)(process.execPath, ['collector/guard-queue.ts', queueDir], {
    cwd: join(import.meta.dirname, '../..'),
  })
  otelcol = await start()
}

/** Like an SDK: repeats the request until it is accepted. */
async function send(receiver: Receiver, signal: Signal, body: object, service: string): Promise<void> {
  const deadline = performance.now() + 60_000
  for (;;) {
    try {
      if (receiver === 'grpc') return await deliverOtlpGrpc({ port: otelcol.grpcPort, signal, body })
      const url = receiver === 'http' ? otelcol.httpUrl : otelcol.browserUrl
      return await deliverOtlp({ url, signal, body, headers: { 'x-errata-service': service } })
    } catch (error) {
      if (performance.now() > deadline) throw error
      await wait(50)
    }
  }
}

const resource = (service: string) => ({ attributes: attributes({ 'service.name': service }) })

const span = (own: Record<string, string>, events: readonly Record<string, string>[] = []) => ({
  traceId: randomUUID().replaceAll('-', ''),
  spanId: randomUUID().replaceAll('-', '').slice(16),
  name: 'span',
  kind: 2,
  startTimeUnixNano: nowNs(10),
  endTimeUnixNano: nowNs(),
  attributes: attributes(own),
  events: events.map(of => ({ timeUnixNano: nowNs(), name: 'exception', attributes: attributes(of) })),
})

/** The parts of a request that these tests read. */
interface Items {
  readonly attributes?: readonly { key: string; value: { stringValue?: string } }[]
  readonly events?: readonly Items[]
}
type Scopes = readonly { readonly spans?: readonly Items[]; readonly logRecords?: readonly Items[] }[]
type Body = Readonly<Record<string, readonly { readonly scopeSpans?: Scopes; readonly scopeLogs?: Scopes }[]>>

function inNameOf(service: string, body: object): Body {
  const named = Object.entries(body as Body).map(([key, groups]) => [
    key,
    groups.map(group => ({ ...group, resource: resource(service) })),
  ])
  return Object.fromEntries(named)
}

/** The same items in two requests. */
function inTwo(body: Body): Body[] {
  const half = <T>(all: readonly T[], first: boolean) => all.filter((_, i) => (i % 2 === 0) === first)
  const scopesOf = (scopes: Scopes, first: boolean) =>
    scopes.map(({ spans, logRecords, ...scope }) => ({
      ...scope,
      ...(spans === undefined ? { logRecords: half(logRecords ?? [], first) } : { spans: half(spans, first) }),
    }))
  return [true, false].map(first =>
    Object.fromEntries(
      Object.entries(body).map(([key, groups]) => [
        key,
        groups.map(({ scopeSpans, scopeLogs, ...group }) => ({
          ...group,
          ...(scopeSpans === undefined
            ? { scopeLogs: scopesOf(scopeLogs ?? [], first) }
            : { scopeSpans: scopesOf(scopeSpans, first) }),
        })),
      ]),
    ),
  )
}

/** The shape of everything in a request that must be dropped; a span includes its events. */
function shapesThatGo(body: Body): string[] {
  const goes = ({ attributes = [] }: Items) =>
    attributes.some(({ key, value }) => key === 'test.record' && value.stringValue?.startsWith('goes'))
  const { spans, logs } = itemsOf(body)
  return [
    ...spans.filter(goes).map(() => 'span'),
    ...spans
      .flatMap(one => (goes(one) ? [] : (one.events ?? [])))
      .filter(goes)
      .map(() => 'event'),
    ...logs.filter(goes).map(() => 'log'),
  ]
}

function itemsOf(body: Body): { spans: readonly Items[]; logs: readonly Items[] } {
  const scopes = Object.values(body).flatMap(groups => groups.flatMap(one => one.scopeSpans ?? one.scopeLogs ?? []))
  return { spans: scopes.flatMap(one => one.spans ?? []), logs: scopes.flatMap(one => one.logRecords ?? []) }
}
