import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEngine, type TestEngine } from '../test/engine/start-engine.ts'
import { freePorts } from '../test/free-ports.ts'

// The native protocol, as clickhouse-client and the nodes of a cluster speak it: here a second engine, by remote().

let port: number
let engine: TestEngine
let client: TestEngine
beforeAll(async () => {
  ;[port = 0] = await freePorts(1)
  engine = await startEngine({ args: ['--native-port', String(port)] })
  client = await startEngine()
  await engine.send({ body: 'CREATE DATABASE otel' })
  await engine.send({ body: "CREATE TABLE otel.t (s String) ENGINE = MergeTree ORDER BY s AS SELECT 'stored'" })
})
afterAll(async () => {
  await client[Symbol.asyncDispose]()
  await engine[Symbol.asyncDispose]()
})

const ask = (user: string, password: string, table = 'otel, t') =>
  client.send({ body: `SELECT * FROM remote('127.0.0.1:${port}', ${table}, '${user}', '${password}')` })

test('answers every user with a password', async () => {
  expect((await ask('errata_reader', engine.reader.password)).text).toBe('stored\n')
})

test('runs nothing for `default`, which has no password', async () => {
  for (const table of ['otel, t', 'system, one', 'system, processes']) {
    expect((await ask('default', '', table)).text).toMatch(/Code: (202|497)/)
  }
})

test('is closed unless configured', async () => {
  await using other = await startEngine()
  const listening = await other.send({ body: `SELECT * FROM remote('127.0.0.1:9000', system, one)` })

  expect(listening.text).toContain('Connection refused')
})

// Canary: if this fails, the library survives it, and a limit in engine/README.md can be deleted.
test('a wrong password ends the connection, and nothing is lost', async () => {
  expect((await ask('nobody', 'x')).text).toMatch(/Code: (516|519)/)
  await expect
    .poll(async () => (await ask('errata_reader', engine.reader.password)).text, { timeout: 60_000 })
    .toContain('Connection refused')
  await using again = await startEngine({ dataDir: engine.dataDir })

  expect((await again.send({ body: 'SELECT * FROM otel.t' })).text).toBe('stored\n')
})
