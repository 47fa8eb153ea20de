import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startEngine, type TestEngine } from '../test/engine/start-engine.ts'
import { SERVER_MEMORY_BYTES } from './limits.ts'

// Generous, for busy machines.
vi.setConfig({ testTimeout: 180_000 })

let engine: TestEngine
beforeAll(async () => {
  engine = await startEngine()
  await engine.send({ body: 'CREATE DATABASE otel' })
  await engine.send({ body: 'CREATE TABLE otel.t (n UInt64) ENGINE = MergeTree ORDER BY n' })
})
afterAll(() => engine[Symbol.asyncDispose]())

// First, because the peak includes everything that ran before.
const peakBytes = () => Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${engine.pid}/status`, 'utf8'))?.[1]) * 1024

test.runIf(process.platform === 'linux')('streams a gigabyte with bounded memory', async () => {
  const { user, password } = engine.desk
  const response = await fetch(engine.url, {
    method: 'POST',
    headers: { 'x-clickhouse-user': user, 'x-clickhouse-key': password },
    body: "SELECT number, repeat('x', 380) AS s FROM numbers(3000000) FORMAT JSONEachRow",
  })
  let bytes = 0
  for await (const chunk of response.body ?? []) bytes += chunk.length

  expect(bytes).toBeGreaterThan(1_100_000_000)
  expect(peakBytes()).toBeLessThan(1_400_000_000)
})

test.runIf(process.platform === 'linux')(
  'however much is asked for, the process stays near its limit of memory',
  async () => {
    const hungry = 'SELECT length(groupArray(repeat(toString(number), 50))) FROM numbers(1000000000)'
    const replies = await Promise.all(
      (['reader', 'reader', 'desk', 'desk', 'collector', 'collector', 'collector'] as const).map(as =>
        engine.send({ body: hungry, as }),
      ),
    )

    expect(new Set(replies.map(({ headers }) => headers['x-clickhouse-exception-code']))).toEqual(new Set(['241']))
    expect(peakBytes()).toBeLessThan(SERVER_MEMORY_BYTES * 1.3 + 400 * 1_048_576)
    const insert = { query: 'INSERT INTO otel.t FORMAT JSONEachRow' }
    expect((await engine.send({ body: '{"n":1}', query: insert, as: 'collector' })).status).toBe(200)
  },
)
