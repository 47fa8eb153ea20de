import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { poll } from '../test/poll.ts'
import { getTestEngine, openTestStore, toWriterOptions } from '../test/store/open-test-store.ts'
import { openStore, type Query } from './store.ts'
import type { StoreErrorKind } from './store-error.ts'

const query = <Row>(sql: string, decode: (row: unknown) => Row, rest: Partial<Query<Row>> = {}): Query<Row> => ({
  name: 'test',
  sql,
  params: {},
  decode,
  ...rest,
})
const anything = (row: unknown) => row
const BOUND = "SELECT toString(getSetting('max_execution_time')) AS bound"
const endless = 'SELECT sum(sipHash64(number)) AS x FROM numbers(1000000000000)'

test('decodes 64-bit integers without losing a digit', async () => {
  await using store = await openTestStore()
  const statement = query('SELECT toString({at:Int64}) AS at', z.object({ at: z.string() }).parse, {
    params: { at: 1_700_000_000_123_456_789n },
  })
  expect(await store.query(statement)).toEqual([{ at: '1700000000123456789' }])
})

test('a statement for whose names nothing is inserted is not sent', async () => {
  await using store = await openTestStore()
  await expect(store.query(query('SELECT ({{search: 1}}) AS one', anything))).rejects.toThrow(
    'Nothing is inserted for search.',
  )
})

test.each<[string, Query<unknown>, StoreErrorKind]>([
  ['SQL that does not parse', query('SELECT FROM', anything), 'rejected'],
  ['an unknown function', query('SELECT nope(1)', anything), 'rejected'],
  ['a parameter that is missing', query('SELECT {x:String}', anything), 'rejected'],
  ['writing', query('CREATE TABLE t (n UInt8) ENGINE = Memory', anything), 'denied'],
  ['a table that is missing', query('SELECT 1 FROM nope', anything), 'unprepared'],
  ['a row that cannot be decoded', query('SELECT 1 AS x', z.object({ y: z.string() }).parse), 'unreadable'],
  [
    'more memory than allowed',
    query('SELECT groupArray(toString(number)) AS x FROM numbers(20000000)', anything, { maxMemoryBytes: 30_000_000 }),
    'overloaded',
  ],
])('%s has an error kind of its own', async (_, statement, kind) => {
  await using store = await openTestStore()
  await expect(store.query(statement)).rejects.toMatchObject({ name: 'StoreError', kind })
})

test("a slow query times out, and the setting scales a query's own timeout", async () => {
  const { url, desk } = getTestEngine()
  await using store = openStore({ url, ...desk, database: 'default', timeoutMs: 300 })
  await expect(store.query(query(endless, anything))).rejects.toMatchObject({ kind: 'timeout' })
  await expect(store.queryBytes({ name: 'test', sql: endless, params: {} })).rejects.toMatchObject({ kind: 'timeout' })
  await using patient = openStore({ url, ...desk, database: 'default', timeoutMs: 1_500_000 })
  await expect(patient.query(query(BOUND, anything, { timeoutMs: 2_000 }))).resolves.toEqual([{ bound: '300' }])
})

test.each<[string, string, StoreErrorKind]>([
  ['SQL that does not parse', 'SELECT FROM', 'rejected'],
  ['a table that is missing', 'SELECT 1 FROM nope', 'unprepared'],
])('queryBytes: %s has an error kind of its own', async (_, sql, kind) => {
  await using store = await openTestStore()
  await expect(store.queryBytes({ name: 'test', sql, params: {} })).rejects.toMatchObject({ kind })
})

test('a caller that aborts while bytes arrive gets its own reason back', async () => {
  await using store = await openTestStore()
  const caller = new AbortController()
  const sql = 'SELECT toString(number) FROM numbers(1000000000)'
  const answer = store.queryBytes({ name: 'test', sql, params: {} }, caller.signal)
  const reason = new Error('the page was closed')
  setImmediate(() => caller.abort(reason))

  await expect(answer).rejects.toBe(reason)
})

test("keeps the database's error as the cause", async () => {
  await using store = await openTestStore()
  await expect(store.query(query('SELECT nope(1)', anything))).rejects.toMatchObject({ cause: { code: '46' } })
})

test('an unreachable database is an outage', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise(resolve => server.close(resolve))

  await using store = openStore({ url: `http://127.0.0.1:${port}`, user: 'default', password: '' })
  await expect(store.query(query('SELECT 1', anything))).rejects.toMatchObject({ kind: 'away' })
})

test('a wrong password is denied', async () => {
  const { url } = getTestEngine()
  await using store = openStore({ url, user: 'errata_desk', password: 'wrong' })
  await expect(store.query(query('SELECT 1', anything))).rejects.toMatchObject({ kind: 'denied' })
})

test('a caller that aborts gets its own reason back, not a StoreError', async () => {
  await using store = await openTestStore()
  const caller = new AbortController()
  const answer = store.query(query(endless, anything), caller.signal)
  const reason = new Error('the page was closed')
  caller.abort(reason)

  await expect(answer).rejects.toBe(reason)
})

test('an aborted query is cancelled in the database', async () => {
  await using store = await openTestStore()
  const caller = new AbortController()
  const sql = endless.replace('x', 'abandoned')
  const running = () =>
    store.querySql(`SELECT query_id FROM system.processes WHERE query LIKE '% AS abandoned FROM numbers%'
    AND query NOT LIKE '%system.processes%'`)
  await using patient = openStore({ ...toWriterOptions(store.engine), database: 'default', timeoutMs: 600_000 })
  const answer = patient.query(query(sql, anything), caller.signal)
  await poll(running, found => found.length === 1)
  caller.abort(new Error('the page was closed'))

  await expect(answer).rejects.toThrow('the page was closed')
  await poll(running, found => found.length === 0)
})

test('a query sends its limits, is read-only, and ends with its client', async () => {
  const { url, writer } = getTestEngine()
  const seen: (string | null)[][] = []
  const names = [
    'max_execution_time',
    'max_memory_usage',
    'priority',
    'readonly',
    'cancel_http_readonly_queries_on_client_close',
    'max_threads',
  ]
  await using front = await listen(async (request, response) => {
    const { searchParams } = new URL(request.url ?? '', url)
    if (searchParams.has('priority')) seen.push(names.map(name => searchParams.get(name)))
    await passOn(url, request, response)
  })

  await using store = openStore({ url: front.url, ...writer, database: 'default', timeoutMs: 3_000 })
  const bounds = { maxMemoryBytes: 2 ** 28 }
  expect(await store.query(query('SELECT 1 AS one', anything, bounds))).toEqual([{ one: 1 }])
  await store.query(query('SELECT 1 AS one', anything, { ...bounds, priority: 'low' }))
  const [{ threads } = { threads: 0 }] = await store.query(
    query("SELECT getSetting('max_threads') AS threads", row => z.object({ threads: z.number() }).parse(row)),
  )
  seen.pop()
  const ofPrograms = Array.from({ length: 3 }, () =>
    store.query(query('SELECT 1 AS one', anything, { ...bounds, priority: 'program' })),
  )
  await Promise.all(ofPrograms)
  expect(seen).toEqual(
    [
      ['1', null],
      ['2', null],
      ['3', null],
      // A third one waits.
      ['3', `${Math.max(1, Math.floor(threads / 2))}`],
      ['3', null],
    ].map(([priority, most]) => ['3', `${2 ** 28}`, priority, '2', '1', most]),
  )
})

test.each([
  { priority: 'program', most: 1 },
  { priority: 'low', most: 2 },
  { priority: 'search', most: 6 },
] as const)(
  '$most queries of priority $priority run at a time, the others wait, and one cancelled while waiting is never sent',
  async ({ priority, most }) => {
    const { url, writer } = getTestEngine()
    let underWay = 0
    const seen: number[] = []
    const held = Promise.withResolvers<void>()
    await using front = await listen(async (request, response) => {
      // For a program, how many threads queries have is asked first.
      if (!request.url?.includes('priority=')) return passOn(url, request, response)
      seen.push(++underWay)
      await held.promise
      underWay--
      await passOn(url, request, response)
    })

    await using store = openStore({ url: front.url, ...writer, database: 'default' })
    const count = (signal?: AbortSignal) => store.query(query('SELECT 1 AS one', anything, { priority }), signal)
    const leaving = new AbortController()
    const first = Array.from({ length: most }, () => count())
    const left = count(leaving.signal)
    const last = [count(), count()]
    await poll(
      () => underWay,
      n => n === most,
    )
    leaving.abort(new Error('the page was closed'))
    await expect(left).rejects.toThrow('the page was closed')
    const list = store.query(query('SELECT 1 AS one', anything))
    await poll(
      () => underWay,
      n => n === most + 1,
    )
    held.resolve()
    expect(await Promise.all([...first, list, ...last])).toHaveLength(most + 3)
    expect(seen).toHaveLength(most + 3)
    expect(Math.max(...seen)).toBe(most + 1)
  },
)

test('settings are left out after the database has refused them once', async () => {
  const { url, desk } = getTestEngine()
  const seen: boolean[] = []
  // A proxy that behaves like a ClickHouse server whose user has readonly = 1: it only refuses settings.
  await using front = await listen(async (request, response) => {
    const bounded = request.url?.includes('max_execution_time') ?? false
    seen.push(bounded)
    if (bounded) {
      response.writeHead(500, { 'x-clickhouse-exception-code': '164' })
      response.end("Code: 164. DB::Exception: Cannot modify 'max_execution_time' setting in readonly mode. (READONLY)")
      return
    }
    await passOn(url, request, response)
  })

  await using store = openStore({ url: front.url, ...desk, database: 'default' })
  const statement = query('SELECT 1 AS one', anything)
  await expect(store.query(query('SELECT nope(1)', anything))).rejects.toMatchObject({ kind: 'rejected' })
  expect(await store.query(statement)).toEqual([{ one: 1 }])
  expect(await store.query(statement)).toEqual([{ one: 1 }])
  expect(seen).toEqual([true, false, true, false, false])
})

/** A server on a free port, closed with its connections when disposed. */
async function listen(answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>) {
  const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function passOn(url: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { authorization = '' } = request.headers
  const body = await buffer(request)
  const headers = { authorization, 'content-type': request.headers['content-type'] ?? 'text/plain' }
  const answer = await fetch(`${url}${request.url}`, { method: 'POST', body, headers })
  const code = answer.headers.get('x-clickhouse-exception-code')
  response.writeHead(answer.status, code === null ? {} : { 'x-clickhouse-exception-code': code })
  response.end(Buffer.from(await answer.arrayBuffer()))
}

test('a query keeps its connection, although another was aborted before it was sent', async () => {
  const { url, desk } = getTestEngine()
  await using store = openStore({ url, ...desk, database: 'default' })
  const one = query('SELECT 1 AS one', anything)
  await store.query(one)
  // The client waits for a turn of the event loop before it sends a query: this one gets the idle connection, and returns it unused.
  const caller = new AbortController()
  const aborted = store.query(one, caller.signal)
  queueMicrotask(() => caller.abort(new Error('the page was closed')))
  await expect(aborted).rejects.toThrow('the page was closed')

  // Longer than an idle connection is kept.
  const slow = query('SELECT sleep(2.8) AS slept', anything)
  await expect(store.query(slow)).resolves.toEqual([{ slept: 0 }])
})

test('a connection that has been idle is closed before a server would close it', async () => {
  const { url, desk } = getTestEngine()
  const closed = Promise.withResolvers<number>()
  await using front = await listen(async (request, response) => {
    request.socket.once('close', () => closed.resolve(performance.now()))
    await passOn(url, request, response)
  })

  await using store = openStore({ url: front.url, ...desk, database: 'default' })
  await store.query(query('SELECT 1 AS one', anything))
  const sinceMs = performance.now()
  expect((await closed.promise) - sinceMs).toBeLessThan(4_000)
})
