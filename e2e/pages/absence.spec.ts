import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectToEngine } from '../../test/engine/start-engine.ts'
import { poll } from '../../test/poll.ts'
import { type RunningStack, startStack } from '../../test/stack/start-stack.ts'
import { exceptionRow, type InsertedRow, noiseRow, randomHexId, spanRow } from '../../test/store/open-test-store.ts'

/** Pages about data that has expired, never existed, may still arrive, or cannot be read; and that no row of a list is missing. */

let stack: RunningStack

beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack[Symbol.asyncDispose]())

const DAY_MS = 24 * 3_600_000
const dateOf = (atMs: number) => new Date(atMs).toISOString().slice(0, 10)

test('a digest whose records have expired says so, until when the newest was kept, and what it was', async () => {
  const atMs = Date.now() - 100 * DAY_MS
  await store(
    exceptionRow({
      at: BigInt(atMs) * 1_000_000n,
      attributes: { 'errata.error.digest': 'k7m2x9qd4a', 'errata.transaction.route': '/cart' },
    }),
  )
  await write('OPTIMIZE TABLE exceptions FINAL')

  const { status, text } = await lookUp('k7m2x9qd4a')
  expect(status).toBe(200)
  expect(text).toContain(
    `Events with this digest have expired. They are kept for 90 days; the latest expired ${dateOf(atMs + 90 * DAY_MS)} `,
  )
  expect(text).toContain('TypeError at /cart')
  expect(text).not.toMatch(/was received in the last|in transit/)
})

test('an exception that outlived its trace says in both places when the spans expired', async () => {
  const atMs = Date.now() - 20 * DAY_MS
  await store(
    exceptionRow({
      at: BigInt(atMs) * 1_000_000n,
      traceId: randomHexId(16),
      message: 'older than its trace',
      attributes: { 'errata.error.digest': 'k7m2x9qd4b' },
    }),
  )

  const { status, text } = await lookUp('k7m2x9qd4b')
  expect(status).toBe(200)
  expect(text).toContain('older than its trace')
  const expired = `Trace data expired on ${dateOf(atMs + 14 * DAY_MS)}`
  expect(text.split(expired)).toHaveLength(3)
  expect(text).not.toMatch(/no instrumented browser|have not arrived/)
})

test('what a drop rule took says which rule and when, by trace id and by digest', async () => {
  const traceId = randomHexId(16)
  const atMs = Date.now() - 3_600_000
  const minute = new Date(atMs).toISOString().slice(0, 16).replace('T', ' ')
  await store(
    noiseRow(
      'health-check/1',
      spanRow({ at: BigInt(atMs) * 1_000_000n, traceId, attributes: { 'errata.error.digest': 'k7m2x9qd4d' } }),
    ),
  )

  for (const subject of [traceId, 'k7m2x9qd4d']) {
    const { status, text } = await lookUp(subject)
    expect(status).toBe(404)
    expect(text).toContain(`was dropped by the rule for health checks: ${minute}`)
    expect(text).not.toMatch(/was received in the last|in transit|expired/)
  }
  const trace = await read(`/traces/${traceId}`)
  expect([trace.status, trace.text]).toEqual([
    404,
    expect.stringContaining(`it was dropped by the rule for health checks at ${minute} UTC.`),
  ])
  await store(exceptionRow({ at: 1_000, traceId, message: 'in a health check' }))
  expect((await read(`/traces/${traceId}`)).text).toContain(
    `are stored: the rule for health checks dropped them, last at ${minute} UTC.`,
  )
})

test('what a browser sent with the id of a server’s trace is told as what a browser sent', async () => {
  const traceId = randomHexId(16)
  await store(noiseRow('health-check/1', spanRow({ at: 1_000, traceId, service: 'shop-browser' })))

  expect((await lookUp(traceId)).text).toContain(
    'What a browser sent with this trace ID was dropped by the rule for health',
  )
  expect((await read(`/traces/${traceId}`)).text).toContain(
    'what a browser sent of it was dropped by the rule for health',
  )
  const ingested = async () => JSON.parse((await read(`/ingested/${traceId}`)).text)
  expect(await ingested()).toEqual({ spans: 0, logs: 0, exceptions: 0, droppedBy: [] })

  await store(noiseRow('not-found/1', spanRow({ at: 2_000, traceId })))
  await store(spanRow({ at: 1_000, traceId, service: 'shop-browser' }))
  expect(await ingested()).toEqual({ spans: 1, logs: 0, exceptions: 0, droppedBy: ['not-found'] })
})

test('an exception of today whose spans are not there yet says that none has arrived', async () => {
  await store(
    exceptionRow({ at: 1_000, traceId: randomHexId(16), attributes: { 'errata.error.digest': 'k7m2x9qd4c' } }),
  )

  const { text } = await lookUp('k7m2x9qd4c')
  expect(text).toContain('No spans of this trace have been received yet')
  expect(text).toContain('this trace has no spans from an instrumented browser, or they have not arrived')
})

test('the links of a list lead to every row of one instant, and an address of the old form is refused with a sentence', async () => {
  const at = BigInt(Date.now() - 60_000) * 1_000_000n
  await store(...Array.from({ length: 120 }, (_, n) => exceptionRow({ at, service: 'ties', type: `Tie${n}` })))

  const seen: string[] = []
  for (let path: string | undefined = '/exceptions?service=ties'; path !== undefined; ) {
    const { status, html } = await read(path)
    expect(status).toBe(200)
    seen.push(...[...html.matchAll(/href="(\/exceptions\/[^"]+)"/g)].map(([, href = '']) => href))
    path = /<a [^>]*rel="next"[^>]*>/
      .exec(html)?.[0]
      .match(/href="([^"]+)"/)?.[1]
      ?.replaceAll('&amp;', '&')
  }
  expect(seen).toHaveLength(120)
  expect(new Set(seen).size).toBe(120)

  const old = await read(`/exceptions?before=${at}`)
  expect([old.status, old.text]).toEqual([
    400,
    expect.stringContaining('is not a valid cursor. Go back to the first page'),
  ])
})

test('a digest that nothing carried was never seen while rows arrive, and may be on its way once none do', async () => {
  // Each look-up is itself a span, which arrives a little later.
  const fresh = await poll(
    async () => {
      await store(exceptionRow())
      return lookUp('k7m2x9qd4r')
    },
    ({ text }) =>
      /No digest of the last 400 days and no exception of the last \d+ days matches. Just happened\?/.test(text),
  )
  expect(fresh.status).toBe(404)
  expect(fresh.text).not.toMatch(/have expired|in transit/)

  const collector = stack.pids()['collector'] ?? Number.NaN
  process.kill(collector, 'SIGSTOP')
  try {
    const stale = await poll(
      () => lookUp('k7m2x9qd4r'),
      ({ text }) => !text.includes('No digest of the last'),
    )
    expect([stale.status, stale.text]).toEqual([404, expect.stringContaining('It may still be in transit')])
    expect(stale.text).toMatch(/the latest (log record|span) was stored/)
    expect(stale.text).not.toContain('have expired')
  } finally {
    process.kill(collector, 'SIGCONT')
  }
})

const lookUp = (quoted: string) => read(`/digest/${quoted}`)

/** The text of a page without scripts. */
async function read(path: string): Promise<{ readonly status: number; readonly text: string; readonly html: string }> {
  const response = await fetch(`${stack.deskUrl}${path}`)
  const html = await response.text()
  const text = html
    .replace(/<script.*?<\/script>/gs, '')
    .replace(/<[^>]*>/g, '')
    .replaceAll('&#x27;', "'")
  return { status: response.status, text, html }
}

/** Bypasses the Collector, which clamps what is older than seven days. */
const store = (...rows: readonly InsertedRow[]) =>
  write(
    `INSERT INTO ${rows[0]?.table} SETTINGS date_time_input_format = 'best_effort' FORMAT JSONEachRow`,
    rows.map(({ values }) => JSON.stringify(values)).join('\n'),
  )

async function write(query: string, body = ''): Promise<void> {
  const engine = connectToEngine({ url: stack.engineUrl, dataDir: join(stack.dataDir, 'engine') })
  const { status, text } = await engine.send({ query: { database: 'otel', query }, body })
  if (status !== 200) throw new Error(text)
}
