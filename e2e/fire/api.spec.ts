import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePorts } from '../../test/free-ports.ts'
import { type RunningDesk, startDesk } from '../../test/stack/start-desk.ts'
import { exceptionRow, logRow, spanRow } from '../../test/store/open-test-store.ts'
import { readProcessMemory } from './ask-heap.ts'

/** The API under random requests, made from its document, and under an export of a million rows. */

const REQUESTS = Number(process.env['ERRATA_TEST_REQUESTS'] ?? 25_000)
const SEED = Number(process.env['ERRATA_TEST_SEED'] ?? 1)
const SIDE_BY_SIDE = 16
const ROWS = Number(process.env['ERRATA_TEST_ROWS'] ?? 1_000_000)
const MAX_BYTES = 200 * 1024 ** 2

interface Parameter {
  readonly in: string
  readonly name: string
}
interface Documented {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly parameters?: readonly Parameter[] }>>>>
}
const document: Documented = JSON.parse(readFileSync(join(import.meta.dirname, '../../docs/openapi.json'), 'utf8'))
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { parameters = [] }]) => ({
    ...{ path, method: method.toUpperCase() },
    names: parameters.filter(of => of.in === 'query').map(({ name }) => name),
  })),
)

const TRACE = 'a'.repeat(32)
const value = fc.oneof(
  fc.string({ maxLength: 30 }),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom(
    ...[
      '',
      '0',
      '1',
      '-1',
      '200',
      '201',
      '1e9',
      '24h',
      '90d',
      '15m',
      'first',
      '-when',
      'type',
      '-duration',
      'all',
      'mine',
    ],
    ...['2026-11-21T14:00:00Z', '1970-01-01', '2261-12-31', '2262-01-01', 'service:shop', 'type:TypeError -is:error'],
    ...[
      '[service:shop] >> [kind:client]',
      '@a:>=1',
      '(((',
      '"',
      'shop',
      'service,kind',
      '@app.items',
      TRACE,
      'issue-1',
    ],
    ...[
      'eyJhIjoxfQ',
      Buffer.from('["x","0","9",1,["a","b"]]').toString('base64url'),
      '\0',
      '\u202e',
      'x'.repeat(3_000),
    ],
  ),
)
const segment = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('issue-1', TRACE, 'b'.repeat(16), '1-cccccccccccccccc', 'shop', '1') },
  { weight: 1, arbitrary: value },
)
const shot = fc.constantFrom(...operations).chain(({ path, method, names }) => {
  const known = names.length === 0 ? fc.constant('x') : fc.constantFrom(...names)
  return fc.record({
    method: fc.oneof(
      { weight: 9, arbitrary: fc.constant(method) },
      { weight: 1, arbitrary: fc.constantFrom('GET', 'POST', 'HEAD') },
    ),
    path: fc.array(segment, { minLength: 2, maxLength: 2 }).map(values => {
      const left = [...values]
      return path.replace(/\{\w+\}/g, () => encodeURIComponent((left.shift() ?? '').toWellFormed()))
    }),
    query: fc.array(fc.tuple(fc.oneof({ weight: 9, arbitrary: known }, { weight: 1, arbitrary: value }), value), {
      maxLength: 4,
    }),
    body: fc
      .oneof(
        fc.json(),
        fc.record({
          action: fc.constantFrom('mute', 'assign', 'comment', 'merge', 'resolve', 'fly'),
          by: value,
          into: value,
          text: value,
        }),
        fc.record({ service: value, minutes: fc.oneof(fc.nat(100), fc.double()), by: value }),
        fc.record({
          issues: fc.array(fc.oneof(fc.constant('issue-1'), value), { maxLength: 4 }),
          do: fc.record({
            action: fc.constantFrom('resolve', 'assign', 'merge'),
            owner: value,
            into: value,
            by: value,
          }),
        }),
        fc.record({ service: value, release: value, environment: value, revision: value, url: value, by: value }),
      )
      .map(body => (typeof body === 'string' ? body : JSON.stringify(body))),
    accept: fc.constantFrom('application/json', 'application/json', 'application/x-ndjson', '*/*'),
    client: fc.nat(250),
  })
})

let desk: RunningDesk
let inspector: number
const agent = new Agent({ keepAlive: true, maxSockets: SIDE_BY_SIDE })

beforeAll(async () => {
  ;[inspector = 0] = await freePorts(1)
  const NODE_OPTIONS = `--inspect=127.0.0.1:${inspector} --expose-gc`
  // Each address has a rate of its own.
  desk = await startDesk({ settings: { NODE_OPTIONS, ERRATA_BEHIND_PROXY: '1', ERRATA_ALERTS: '0' } })
  await desk.insert([
    exceptionRow({ at: 1_000, service: 'shop', attributes: { 'errata.issue.fingerprint': 'issue-1' } }),
    spanRow({ at: 2_000, service: 'shop', traceId: TRACE, spanId: 'b'.repeat(16) }),
    logRow({ at: 2_000, service: 'shop', body: 'a line' }),
  ])
}, 600_000)
afterAll(async () => {
  agent.destroy()
  await desk?.[Symbol.asyncDispose]()
})

test('no request is answered with 5xx, and every refusal is a problem', { timeout: 3_600_000 }, async () => {
  const failed: string[] = []
  const statuses = new Map<number, number>()
  const left = fc.sample(shot, { numRuns: REQUESTS, seed: SEED }).values()
  const worker = async () => {
    for (const { method, path, query, body, accept, client } of left) {
      const params = new URLSearchParams(query.map(([name, text]) => [name.toWellFormed(), text.toWellFormed()]))
      const target = `/api/v1${path}${params.size === 0 ? '' : `?${params}`}`
      const { status, type } = await send({
        ...{ method, target, body: method === 'POST' ? body : '' },
        headers: { accept, 'content-type': 'application/json', 'x-forwarded-for': `10.0.${client}.1` },
      })
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      const isProblem = type === 'application/problem+json'
      if (status >= 500 || (status >= 400 && !isProblem && method !== 'HEAD'))
        failed.push(`${status} ${method} ${target} ${body}`)
    }
  }
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, worker))
  expect(failed.slice(0, 10)).toEqual([])
  // Not all of them were refused.
  for (const status of [200, 201, 400, 404, 405]) expect([...statuses.keys()]).toContain(status)
})

interface Sent {
  readonly method: string
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

function send({ method, target, headers, body }: Sent): Promise<{ status: number; type: string }> {
  return new Promise((resolve, reject) => {
    const sending = request(new URL(desk.url), { agent, method, path: target, headers }, response => {
      response.resume()
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, type: response.headers['content-type'] ?? '' }),
      )
      response.once('error', reject)
    })
    sending.once('error', reject)
    sending.end(body)
  })
}

const exportOf = (service: string, signal?: AbortSignal) =>
  fetch(`${desk.url}/api/v1/logs?service=${service}&last=7d`, {
    headers: { accept: 'application/x-ndjson', 'x-forwarded-for': '10.1.1.1' },
    ...(signal !== undefined && { signal }),
  })

test('an export of a million log records takes little memory, and ends when its reader leaves', {
  timeout: 3_600_000,
}, async () => {
  for (let i = 0; i < 10; i++) {
    await desk.write(`INSERT INTO otel_logs (Timestamp, ServiceName, Body, SeverityNumber, LogAttributes)
      SELECT now64(9) - INTERVAL 1 DAY - toIntervalMillisecond(number), 'many', concat('line ', toString(number)), 9,
        map('log.record.uid', toString(number))
      FROM numbers(${(i * ROWS) / 10}, ${ROWS / 10})`)
  }
  const response = await exportOf('many')
  let [lines, most, tail] = [0, 0, '']
  for await (const chunk of response.body ?? []) {
    const text = Buffer.from(chunk).toString()
    lines += text.split('\n').length - 1
    tail = (tail + text).slice(-200)
    if (lines % 20_000 < 600) {
      const { heapUsed, external } = await readProcessMemory(inspector)
      most = Math.max(most, heapUsed + external)
    }
  }
  expect(tail.trim().split('\n').at(-1)).toBe(JSON.stringify({ end: true, rows: ROWS }))
  expect(lines).toBe(ROWS + 1)
  expect(most).toBeGreaterThan(0)
  expect(most).toBeLessThan(MAX_BYTES)

  const leaving = new AbortController()
  const left = await exportOf('many', leaving.signal)
  await left.body?.getReader().read()
  leaving.abort()
  const { CLICKHOUSE_URL = '', CLICKHOUSE_USER = '', CLICKHOUSE_PASSWORD = '' } = desk.writerEnv
  const administrator = { 'x-clickhouse-user': CLICKHOUSE_USER, 'x-clickhouse-key': CLICKHOUSE_PASSWORD }
  const selects = async () => {
    const body = "SELECT value FROM system.events WHERE event = 'SelectQuery'"
    const answer = await fetch(CLICKHOUSE_URL, { method: 'POST', body, headers: administrator })
    if (!answer.ok) throw new Error(await answer.text())
    return Number(await answer.text())
  }
  // Nothing else asks, so that within a second only this test does.
  let before = await selects()
  const asked = async () => {
    const now = await selects()
    const between = now - before
    before = now
    return between
  }
  await expect.poll(asked, { timeout: 1_000, interval: 150 }).toBe(1)
  expect(await asked()).toBe(1)
})
