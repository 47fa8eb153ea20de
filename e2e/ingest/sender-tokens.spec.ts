import { mkdtempSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { attributes, deliverOtlp, nowNs, type Signal, sendOtlp } from '../../test/otlp/send-otlp.ts'
import { deliverOtlpGrpc } from '../../test/otlp/send-otlp-grpc.ts'
import { poll } from '../../test/poll.ts'
import { type IngestPipeline, openIngest } from './open-ingest.ts'

/** The real Collector with collector-otlp-tokens.yaml, at its most talkative. */

const shop = 'token-of-the-shop-1b9d'
const stock = 'token-of-the-stock-77c2'
const later = 'token-of-a-later-sender-e03a'
const wrong = 'a-token-that-nobody-gave-4f5e'
const file = join(mkdtempSync(join(tmpdir(), 'errata-tokens-')), 'tokens')
let ingest: IngestPipeline

beforeAll(async () => {
  writeTokens(shop, stock)
  ingest = await openIngest({
    configs: ['collector-otlp-tokens.yaml', 'yaml:service::telemetry::logs::level: debug'],
    env: { ERRATA_OTLP_TOKENS: file },
  })
})
afterAll(() => ingest[Symbol.asyncDispose]())

/** As npm start writes its copy: replaced as a whole. */
function writeTokens(...tokens: string[]): void {
  writeFileSync(`${file}.new`, tokens.map(token => `${token}\n`).join(''))
  renameSync(`${file}.new`, file)
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

const bodies: Record<Signal, (name: string) => object> = {
  traces: name => {
    const span = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331', name }
    const spans = [{ ...span, startTimeUnixNano: nowNs(), endTimeUnixNano: nowNs() }]
    return { resourceSpans: [{ resource: resourceOf(name), scopeSpans: [{ spans }] }] }
  },
  logs: name => {
    const logRecords = [{ timeUnixNano: nowNs(), body: { stringValue: name } }]
    return { resourceLogs: [{ resource: resourceOf(name), scopeLogs: [{ logRecords }] }] }
  },
  metrics: name => {
    const metrics = [{ name: 'm', gauge: { dataPoints: [{ timeUnixNano: nowNs(), asDouble: 1 }] } }]
    return { resourceMetrics: [{ resource: resourceOf(name), scopeMetrics: [{ metrics }] }] }
  },
}

const resourceOf = (service: string) => ({ attributes: attributes({ 'service.name': service }) })
const signals: Signal[] = ['traces', 'logs', 'metrics']

const statusOf = async (token: string) =>
  (await sendOtlp({ url: ingest.otelcol.httpUrl, signal: 'logs', body: {}, headers: bearer(token) })).status

test.each([
  ['without a token', {}],
  ['with a token that is not in the file', bearer(wrong)],
  ['with the beginning of one', bearer(shop.slice(0, -1))],
  ['with a token as another scheme', { authorization: `Basic ${shop}` }],
  ['with an empty token', { authorization: 'Bearer ' }],
])('%s every signal is refused over HTTP and gRPC, and nothing of it is stored', async (how, headers) => {
  const name = `refused ${how}`
  for (const signal of signals) {
    const body = bodies[signal](name)
    const answer = await sendOtlp({ url: ingest.otelcol.httpUrl, signal, body, headers })
    const text = await answer.text()
    expect([answer.status, text.includes('token-')]).toEqual([401, false])
    const grpc = deliverOtlpGrpc({ port: ingest.otelcol.grpcPort, signal, body, headers })
    await expect(grpc).rejects.toThrow(/^gRPC: 16 (?!.*token-)/)
  }
  // What is sent afterwards is stored, so what was refused would be there.
  await deliverAll(`after ${how}`)
  await areStored(`after ${how}`)
  expect(await countStored(name)).toEqual([0, 0, 0])
})

test('a token that is added to the file is good without a restart, and one that is removed is refused', async () => {
  expect(await statusOf(later)).toBe(401)
  writeTokens(shop, stock, later)
  await expect.poll(() => statusOf(later)).toBe(200)
  writeTokens(shop, stock)
  await expect.poll(() => statusOf(later)).toBe(401)
  expect([await statusOf(shop), await statusOf(stock)]).toEqual([200, 200])
})

test("browsers' telemetry and the Collector's own metrics need no token", async () => {
  const { browserUrl, ownUrl } = ingest.otelcol
  await deliverOtlp({ url: browserUrl, signal: 'logs', body: bodies.logs('browser-without-token') })
  await deliverOtlp({ url: ownUrl, signal: 'metrics', body: bodies.metrics('own') })
})

test('no token, good or wrong, is in the log of the Collector', async () => {
  expect([await statusOf(shop), await statusOf(wrong)]).toEqual([200, 401])
  const log = ingest.otelcol.log()
  expect(log).toContain('refresh token') // It tells of the file, so this is where a token would be.
  for (const token of [shop, stock, later, wrong]) expect(log).not.toContain(token)
})

test('the Collector still does not notice what an editor writes that renames the file first', async () => {
  const alone = join(mkdtempSync(join(tmpdir(), 'errata-tokens-')), 'tokens')
  writeFileSync(alone, `${shop}\n`)
  await using other = await openIngest({
    configs: ['collector-otlp-tokens.yaml'],
    env: { ERRATA_OTLP_TOKENS: alone },
  })
  renameSync(alone, `${alone}~`)
  writeFileSync(alone, `${stock}\n`)
  const send = async (token: string) =>
    (await sendOtlp({ url: other.otelcol.httpUrl, signal: 'logs', body: {}, headers: bearer(token) })).status
  const reloads = () => other.otelcol.log().split('refresh token').length - 1
  // Another Collector, which notices what is written after that, tells when this one had the time.
  writeTokens(shop, stock, later)
  await expect.poll(() => statusOf(later)).toBe(200)
  writeFileSync(alone, `${later}\n`)
  writeTokens(shop, stock)
  await expect.poll(() => statusOf(later)).toBe(401)
  expect(
    [await send(shop), await send(later), reloads()],
    'bearertokenauth now follows renamed files: let the Collector watch ERRATA_OTLP_TOKENS itself, unless it keeps the tokens of an emptied file or takes # for one (supervisor/sender-tokens.ts)',
  ).toEqual([200, 401, 1])
})

async function deliverAll(name: string): Promise<void> {
  const { httpUrl, grpcPort } = ingest.otelcol
  await deliverOtlp({ url: httpUrl, signal: 'traces', body: bodies.traces(name), headers: bearer(shop) })
  await deliverOtlp({ url: httpUrl, signal: 'metrics', body: bodies.metrics(name), headers: bearer(stock) })
  await deliverOtlpGrpc({ port: grpcPort, signal: 'logs', body: bodies.logs(name), headers: bearer(stock) })
}

const areStored = (name: string) =>
  poll(
    () => countStored(name),
    counts => counts.every(count => count > 0),
  )

/** Spans, log records and data points of a service. */
async function countStored(service: string): Promise<number[]> {
  const count = async (table: string) => {
    const [row] = await ingest.query(`SELECT count() AS n FROM ${table} WHERE ServiceName = {service:String}`, {
      service,
    })
    return Number(row?.['n'])
  }
  return Promise.all(['otel_traces', 'otel_logs', 'otel_metrics_gauge'].map(count))
}
