import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type OutgoingHttpHeaders, request } from 'node:http'
import { expect, test, vi } from 'vitest'
import { startEngine, type TestEngine } from '../test/start-engine.ts'

// Generous, for machines that do much else.
vi.setConfig({ testTimeout: 180_000 })

const MIB = 1_048_576
/** 300 MiB idle, and blocks of 65,536 rows in several stages and threads. */
const PEAK_BYTES = 1400 * MIB

/** Peak resident memory of the process since it started, in bytes; undefined where the system does not tell. */
function peakBytes(pid: number): number | undefined {
  if (process.platform !== 'linux') return undefined
  return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
}

/** Texts of the statements that run, aside from the one that asks. */
const running = async (engine: TestEngine) =>
  (await engine.send({ body: "SELECT query FROM system.processes WHERE query NOT LIKE '%system.processes%'" })).text

function open(engine: TestEngine, sql: string, headers: OutgoingHttpHeaders = {}) {
  const req = request(engine.url, { method: 'POST', agent: false, headers }).on('error', () => undefined)
  req.end(sql)
  return req
}

test('streams three million rows (1.2 GB) with bounded memory', async () => {
  await using engine = await startEngine()
  // The writer's, which may take as long as it likes.
  const login = { 'x-clickhouse-user': engine.writer.user, 'x-clickhouse-key': engine.writer.password }
  const req = open(engine, "SELECT number, repeat('x', 380) AS s FROM numbers(3000000) FORMAT JSONEachRow", login)
  const [res] = await once(req, 'response')
  let bytes = 0
  for await (const chunk of res) bytes += chunk.length

  expect(bytes).toBeGreaterThan(1200 * MIB * 0.95)
  expect(peakBytes(engine.pid) ?? 0).toBeLessThan(PEAK_BYTES)
})

test('holds a result back for a client that does not read, with bounded memory', async () => {
  await using engine = await startEngine()
  const req = open(engine, "SELECT number, repeat('x', 1000) AS s FROM numbers(5000000)")
  const [res] = await once(req, 'response')
  await once(res, 'readable')
  const answers = await Promise.all(Array.from({ length: 10 }, () => engine.send({ body: 'SELECT 1' })))

  expect(answers.map(({ text }) => text)).toEqual(Array.from({ length: 10 }, () => '1\n'))
  expect(peakBytes(engine.pid) ?? 0).toBeLessThan(PEAK_BYTES)
  req.destroy()
  await expect.poll(() => running(engine), { timeout: 60_000 }).toBe('')
})

test.each([
  ['before it has an answer', 'SELECT sum(sipHash64(number)) FROM numbers(1e12)'],
  ['in the middle of its answer', "SELECT number, repeat('x', 1000) FROM numbers(1000000000)"],
])('kills the query of a client that leaves %s', async (_when, sql) => {
  await using engine = await startEngine()
  const req = open(engine, sql)
  await expect.poll(() => running(engine), { timeout: 60_000 }).toContain('FROM numbers')
  req.destroy()

  await expect.poll(() => running(engine), { timeout: 60_000 }).toBe('')
})

test('gives every place back when clients leave at any time', async () => {
  await using engine = await startEngine()
  const leave = async (n: number) => {
    const req = open(engine, "SELECT number, sipHash64(number), repeat('x', 1000) FROM numbers(100000000)")
    await new Promise(resolve => setTimeout(resolve, n * 4))
    req.destroy()
  }
  await Promise.all(Array.from({ length: 80 }, (_, n) => leave(n)))

  const answers = await Promise.all(Array.from({ length: 32 }, () => engine.send({ body: 'SELECT 1' })))
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  await expect.poll(() => running(engine), { timeout: 60_000 }).toBe('')
})

/** Eight seconds, however slow the machine. */
const LONG = 'SELECT count(sleepEachRow(1)) FROM numbers(8) SETTINGS max_block_size = 1'

// One more than threads that Node has for such work unless it is told otherwise.
test('runs five statements side by side, and answers a sixth', async () => {
  await using engine = await startEngine()
  const all = Promise.all(Array.from({ length: 5 }, () => engine.send({ body: LONG })))

  await expect
    .poll(async () => (await running(engine)).split('\n').filter(line => line.includes('sleepEachRow')).length, {
      timeout: 60_000,
    })
    .toBe(5)
  await all
})
