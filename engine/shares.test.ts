import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { availableParallelism } from 'node:os'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startEngine, type TestEngine } from '../test/start-engine.ts'

// Generous, for machines that do much else.
vi.setConfig({ testTimeout: 180_000 })

let engine: TestEngine
/** One whose readers have eight seconds. */
let hasty: TestEngine
beforeAll(async () => {
  engine = await startEngine()
  hasty = await startEngine({ args: ['--reader-seconds', '8'] })
  for (const { send } of [engine, hasty]) {
    await send({ body: 'CREATE TABLE t (n UInt64) ENGINE = MergeTree ORDER BY n' })
    await send(inserting)
  }
})
afterAll(async () => {
  await engine[Symbol.asyncDispose]()
  await hasty[Symbol.asyncDispose]()
})

/** Statements without a password; each ends with the test that opened it. */
function openAll(engine: TestEngine, count: number, sql: string) {
  const requests = Array.from({ length: count }, () => {
    const req = request(engine.url, { method: 'POST', agent: false }).on('error', () => undefined)
    req.end(sql)
    return req
  })
  return {
    requests,
    [Symbol.dispose]() {
      for (const req of requests) req.destroy()
    },
  }
}

const firstResponse = (requests: readonly ClientRequest[]): Promise<IncomingMessage> =>
  Promise.race(requests.map(req => new Promise<IncomingMessage>(resolve => req.once('response', resolve))))

const inserting = { body: '{"n":1}', query: { query: 'INSERT INTO t FORMAT JSONEachRow' } }

/** Who must be answered whatever readers do: the desk, the Collector, and a reader who asks for next to nothing. */
async function expectOthersServed(engine: TestEngine): Promise<void> {
  const replies = await Promise.all([
    engine.send({ body: 'SELECT count() > 0 FROM t', as: 'desk' }),
    engine.send({ body: 'SELECT 1' }),
    engine.send(inserting),
    engine.send({ body: 'SELECT 1', as: 'nobody' }),
    engine.send({ body: 'SHOW TABLES', as: 'nobody' }),
  ])
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
}

const running = async (engine: TestEngine) =>
  (await engine.send({ body: "SELECT count() FROM system.processes WHERE query NOT LIKE '%system.processes%'" })).text

const ENDLESS = 'SELECT sum(sipHash64(number)) FROM numbers(1000000000000)'

test('two hundred heavy statements of readers hold up nobody else, and those beyond the queue are told so', async () => {
  using heavy = openAll(engine, 200, ENDLESS)
  const first = await firstResponse(heavy.requests)

  expect(first.statusCode).toBe(503)
  expect(first.headers['x-clickhouse-exception-code']).toBe('202')
  await expect.poll(() => running(engine), { timeout: 60_000 }).toMatch(/^[234]\n$/)
  await expectOthersServed(engine)
  expect(await running(engine)).toMatch(/^[234]\n$/)
})

test('clients that do not read hold up nobody else, and are sent away', async () => {
  using unread = openAll(hasty, 24, "SELECT number, repeat('x', 1000) FROM numbers(1000000000)")
  expect(unread.requests).toHaveLength(24)
  await expect.poll(() => running(hasty), { timeout: 60_000 }).not.toBe('0\n')

  await expectOthersServed(hasty)
  await expect.poll(() => running(hasty), { timeout: 60_000 }).toBe('0\n')
})

test('gives up a statement when the time of its user is up, and says so', async () => {
  const replies = await Promise.all((['nobody', 'desk'] as const).map(as => hasty.send({ body: ENDLESS, as })))

  for (const reply of replies) {
    expect(reply).toMatchObject({ status: 408, headers: { 'x-clickhouse-exception-code': '159' } })
    expect(reply.text).toContain('a statement and its answer may take 8 s')
  }
  await expect.poll(() => running(hasty), { timeout: 60_000 }).toBe('0\n')
})

test('ends an answer that takes too long with the reason', async () => {
  const req = request(hasty.url, { method: 'POST', agent: false })
  req.end('SELECT number, sipHash64(number) FROM numbers(1000000000000)')
  const [res] = await once(req, 'response')
  const tail = await text(
    (async function* () {
      let last = ''
      for await (const chunk of res) last = (last + chunk).slice(-2000)
      yield last
    })(),
  )

  expect(tail).toContain('__exception__')
  expect(tail).toContain('Code: 159. DB::Exception: Timeout exceeded')
})

test('strangers who hold every connection keep out nobody with a password', async () => {
  const { port, hostname } = new URL(engine.url)
  const sockets: Socket[] = []
  for (let n = 0; n < 1200; n++) {
    const socket = connect(Number(port), hostname).on('error', () => undefined)
    sockets.push(socket)
    if (n % 100 === 0) await once(socket, 'connect')
  }

  expect((await engine.send(inserting)).status).toBe(200)
  expect((await engine.send({ body: 'SELECT count() > 0 FROM t', as: 'desk' })).text).toBe('1\n')
  await expect.poll(() => sockets.filter(socket => socket.closed).length, { timeout: 60_000 }).toBeGreaterThan(600)
  for (const socket of sockets) socket.destroy()
})

test('gives a reader no more memory and processors than its share, whatever it asks for', async () => {
  const query = { max_memory_usage: '1000000000000', max_threads: '1000' }
  const settings = "SELECT getSetting('max_memory_usage') < 1000000000, getSetting('max_threads') < 500"

  expect((await engine.send({ body: settings, query, as: 'nobody' })).text).toBe('1\t1\n')
})

test('a question of the desk that gives way keeps half of the processors busy; nobody else says what comes first', async () => {
  const body = "SELECT getSetting('priority'), getSetting('max_threads'), getSetting('low_priority_query_wait_time_ms')"
  const asked = (as: 'desk' | 'nobody', priority: string) => engine.send({ body, query: { priority }, as })
  const half = Math.max(1, Math.floor(availableParallelism() / 2))

  expect((await asked('desk', '1')).text).toBe(`1\t${availableParallelism()}\t1000\n`)
  expect((await asked('desk', '2')).text).toBe(`2\t${half}\t100\n`)
  expect((await asked('nobody', '1')).text).toMatch(/^0\t/)
})

test('holds an answer that cannot be streamed to 64 MiB for a reader', async () => {
  const reply = await engine.send({
    body: "SELECT repeat('x', 1000 + number % 2) FROM numbers(100000) FORMAT Native",
    query: { client_protocol_version: '54460' },
    as: 'nobody',
  })

  expect(reply.headers['x-clickhouse-exception-code']).toBe('396')
})
