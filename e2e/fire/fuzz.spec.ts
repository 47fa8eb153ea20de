import { Agent, request } from 'node:http'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePorts } from '../../test/free-ports.ts'
import { type RunningDesk, startDesk } from '../../test/stack/start-desk.ts'
import { exceptionRow, spanRow } from '../../test/store/open-test-store.ts'
import { type ProcessMemory, readProcessMemory } from './ask-heap.ts'
import { type FuzzedRequest, fuzzedRequests, ROUTE_PATTERNS } from './requests.ts'

/** Any request gets a response below 500, and memory is freed. `npm run test:fire` sends 25 times as many. */

const REQUESTS = Number(process.env['ERRATA_TEST_REQUESTS'] ?? 10_000)
const SEED = Number(process.env['ERRATA_TEST_SEED'] ?? 1)
const SIDE_BY_SIDE = 24
/** After so many requests the caches are full; the others may add little (docs/decisions/0032). */
const FILLING_REQUESTS = 2_500
const MAX_GROWTH = 48 * 1024 ** 2

let desk: RunningDesk
let inspector: number
const agent = new Agent({ keepAlive: true, maxSockets: SIDE_BY_SIDE })
const failed: string[] = []
const statuses = new Map<number, number>()
let settled: ProcessMemory
let after: ProcessMemory

beforeAll(async () => {
  ;[inspector = 0] = await freePorts(1)
  const NODE_OPTIONS = `--inspect=127.0.0.1:${inspector} --expose-gc`
  desk = await startDesk({ settings: { NODE_OPTIONS, ERRATA_BEHIND_PROXY: '1' } })
  await desk.insert([
    ...[1, 2, 3].map(i => exceptionRow({ at: 1_000 * i, attributes: { 'errata.issue.fingerprint': `issue-${i}` } })),
    spanRow({ at: 2_000, name: 'GET /cart', attributes: { 'http.route': '/cart' } }),
  ])
  const all = fc.sample(fuzzedRequests, { numRuns: REQUESTS, seed: SEED })
  await fire(all.slice(0, FILLING_REQUESTS))
  settled = await readProcessMemory(inspector)
  await fire(all.slice(FILLING_REQUESTS))
  after = await readProcessMemory(inspector)
}, 7_200_000)
afterAll(async () => {
  agent.destroy()
  await desk[Symbol.asyncDispose]()
})

test('every route gets requests', () => {
  expect(ROUTE_PATTERNS).toEqual(
    expect.arrayContaining(['/', '/issues/:issue', '/grouping', '/theme', '/e/:digest', '/ingested/:traceId']),
  )
  expect(ROUTE_PATTERNS.length).toBeGreaterThan(25)
  expect(ROUTE_PATTERNS.filter(path => path.includes('lab/fail'))).toEqual([])
})

test('no request is answered with 5xx', () => {
  expect(failed.slice(0, 20)).toEqual([])
  expect([...statuses.values()].reduce((sum, count) => sum + count, 0)).toBe(REQUESTS)
  // The guards did not refuse all of them.
  for (const status of [200, 302, 400, 404, 405, 413, 421]) expect([...statuses.keys()]).toContain(status)
})

test('the app still works', async () => {
  for (const path of ['/', '/issues', '/issues/issue-1', '/traces', '/grouping', '/status']) {
    expect([path, (await fetch(desk.url + path)).status]).toEqual([path, 200])
  }
})

test('its memory is freed', () => {
  const grown = after.heapUsed + after.external - settled.heapUsed - settled.external
  expect(grown, JSON.stringify({ settled, after })).toBeLessThan(MAX_GROWTH)
})

/** Sends them, {@link SIDE_BY_SIDE} at a time, and reads each response to its end. */
async function fire(all: readonly FuzzedRequest[]): Promise<void> {
  const left = all.values()
  const shoot = async () => {
    for (const shot of left) {
      const status = await send(shot)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      // /readyz answers 503 about the pipeline.
      const isHealth = status === 503 && shot.target.startsWith('/readyz')
      if (status >= 500 && !isHealth) failed.push(`${status} ${JSON.stringify(shot).slice(0, 1_000)}`)
    }
  }
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, shoot))
}

/** @returns the status; 0 if the connection ended without one, as it may while a refused body is being sent */
function send({ method, target, headers, body }: FuzzedRequest): Promise<number> {
  const { hostname, port } = new URL(desk.url)
  return new Promise(resolve => {
    const length = body === '' ? {} : { 'content-length': Buffer.byteLength(body) }
    const sent = request({
      agent,
      hostname,
      port,
      method,
      path: '/',
      headers: { ...Object.fromEntries(headers), ...length },
    })
    // Set afterwards, because Node's client would refuse half of them.
    sent.path = target.replaceAll(/[^\x21-\x7e]/g, '?')
    sent.once('response', response => {
      response.once('close', () => resolve(response.statusCode ?? 0)).resume()
    })
    sent.once('error', () => resolve(0))
    sent.once('upgrade', (_, socket) => {
      socket.destroy()
      resolve(101)
    })
    sent.end(body)
  })
}
