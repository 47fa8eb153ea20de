import { request } from 'node:http'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type EngineLogin, startEngine, type TestEngine } from '../test/engine/start-engine.ts'

// Generous, for busy machines.
vi.setConfig({ testTimeout: 180_000 })

let engine: TestEngine
beforeAll(async () => {
  engine = await startEngine()
  await engine.send({ body: 'CREATE DATABASE otel' })
  await engine.send({ body: 'CREATE TABLE otel.t (n UInt64) ENGINE = MergeTree ORDER BY n' })
})
afterAll(() => engine[Symbol.asyncDispose]())

/** It ends after eleven days, and takes no processor time. */
const ENDLESS = 'SELECT count(sleepEachRow(1)) FROM numbers(1000000) SETTINGS max_block_size = 1'
const UNREAD = "SELECT number, repeat('x', 1000) FROM numbers(1000000000)"
const insert = () =>
  engine.send({ body: '{"n":1}', query: { query: 'INSERT INTO otel.t FORMAT JSONEachRow' }, as: 'collector' })

/** Sends statements without waiting for them; each ends with the test that sent it. */
function openAll(count: number, { user, password }: EngineLogin, sql: string) {
  const headers = { 'x-clickhouse-user': user, 'x-clickhouse-key': password }
  const requests = Array.from({ length: count }, () => {
    const req = request(engine.url, { method: 'POST', agent: false, headers }).on('error', () => undefined)
    req.end(sql)
    return req
  })
  return {
    [Symbol.dispose]() {
      for (const req of requests) req.destroy()
    },
  }
}

const runningOf = async (user: string) =>
  Number((await engine.send({ body: `SELECT count() FROM system.processes WHERE user = '${user}'` })).text)

test.each([
  ['long statements', ENDLESS],
  ['answers that nobody reads', UNREAD],
])('%s of a reader use its own limits, and block neither the app nor the Collector', async (_what, sql) => {
  await expect.poll(() => runningOf('errata_reader'), { timeout: 60_000 }).toBe(0)
  using _open = openAll(40, engine.reader, sql)
  await expect.poll(() => runningOf('errata_reader'), { timeout: 60_000 }).toBe(16)

  expect((await engine.send({ body: 'SELECT count() >= 0 FROM otel.t', as: 'desk' })).text).toBe('1\n')
  expect((await insert()).status).toBe(200)
  expect(await engine.send({ body: 'SELECT 1', as: 'reader' })).toMatchObject({
    headers: { 'x-clickhouse-exception-code': '202' },
  })
})

test('a reading statement ends when its client disconnects', async () => {
  await expect.poll(() => runningOf('errata_reader'), { timeout: 60_000 }).toBe(0)
  {
    using _open = openAll(2, engine.reader, ENDLESS)
    await expect.poll(() => runningOf('errata_reader'), { timeout: 60_000 }).toBe(2)
  }
  await expect.poll(() => runningOf('errata_reader'), { timeout: 60_000 }).toBe(0)
})

test('a reader can lower its own limits', async () => {
  const time = await engine.send({ body: ENDLESS, query: { max_execution_time: '1' }, as: 'reader' })
  const memory = await engine.send({
    body: 'SELECT length(groupArray(number)) FROM numbers(100000000)',
    query: { max_memory_usage: '50000000' },
    as: 'reader',
  })
  const rows = await engine.send({
    body: 'SELECT number FROM numbers(1000)',
    query: { max_result_rows: '10', result_overflow_mode: 'throw' },
    as: 'reader',
  })

  expect(time.headers['x-clickhouse-exception-code']).toBe('159')
  expect(memory.headers['x-clickhouse-exception-code']).toBe('241')
  expect(rows.headers['x-clickhouse-exception-code']).toBe('396')
})
