import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startOtelcol } from '../test/collector/start-otelcol.ts'
import { freePorts } from '../test/free-ports.ts'
import { deliverOtlp, nowNs } from '../test/otlp/send-otlp.ts'
import { poll } from '../test/poll.ts'
import { guardQueue } from './guard-queue.ts'
import { readInFlightRequestIds } from './read-in-flight-request-ids.ts'

// Two states of a real queue: killed while sending (no database answers), and after one more such start.
const folder = mkdtempSync(join(tmpdir(), 'errata-guard-'))
const queueDir = join(folder, 'queue')
const file = join(queueDir, 'exporter_clickhouse__traces')
const copy = join(queueDir, 'before-start', 'exporter_clickhouse__traces')
let killedOnce: Buffer
let killedTwice: Buffer

beforeAll(async () => {
  killedOnce = await runAndKill(3)
  killedTwice = await runAndKill(6)
})

beforeEach(() => {
  rmSync(join(queueDir, 'before-start'), { recursive: true, force: true })
  writeFileSync(file, killedOnce)
})

afterAll(() => rmSync(folder, { recursive: true }))

/** Sends three more requests; kills the Collector once `inFlight` of them are being sent. */
async function runAndKill(inFlight: number): Promise<Buffer> {
  const [port] = await freePorts(1)
  const clickhouse = { url: `http://127.0.0.1:${port}`, user: 'nobody', password: '' }
  const otelcol = await startOtelcol({ clickhouse, queueDir })
  const span = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331', startTimeUnixNano: nowNs() }
  for (let i = 0; i < 3; i++) {
    const body = { resourceSpans: [{ scopeSpans: [{ spans: [{ ...span, name: 'x'.repeat(900) }] }] }] }
    await deliverOtlp({ url: otelcol.httpUrl, signal: 'traces', body })
  }
  await poll(
    () => readInFlightRequestIds(file)?.length ?? 0,
    count => count >= inFlight,
  )
  await otelcol.kill()
  // The Collector queues its own metrics too, once five seconds have passed.
  for (const name of readdirSync(queueDir))
    if (name !== basename(file)) rmSync(join(queueDir, name), { recursive: true })
  return readFileSync(file)
}

const MIB = 1 << 20
const guard = (freeMib = 1_000) => {
  const said: string[] = []
  const mode = guardQueue(
    queueDir,
    line => said.push(line),
    () => freeMib * MIB,
  )
  return { mode, said }
}

test('in-flight requests are read from the queue', () => {
  writeFileSync(file, killedOnce)
  expect(readInFlightRequestIds(file)).toHaveLength(3)
  writeFileSync(file, killedTwice)
  expect(readInFlightRequestIds(file)).toHaveLength(6)
})

test('a queue with in-flight requests is copied completely before a start', () => {
  expect(guard()).toEqual({ mode: 'accept', said: [] })
  expect(readFileSync(copy).equals(killedOnce)).toBe(true)
})

test('a start that requeued its requests keeps what it has accepted since', () => {
  guard()
  writeFileSync(file, killedTwice)
  expect(guard()).toEqual({ mode: 'accept', said: [] })
  expect(readFileSync(file).equals(killedTwice)).toBe(true)
  expect(readFileSync(copy).equals(killedTwice)).toBe(true)
})

test('an interrupted start is undone, repeatedly if necessary', () => {
  guard()
  for (let round = 0; round < 2; round++) {
    truncateSync(file, 5_000)
    expect(guard().said).toEqual([
      expect.stringMatching(/^restored exporter_clickhouse__traces from before the last start/),
    ])
    expect(readFileSync(file).equals(killedOnce)).toBe(true)
    expect(readFileSync(copy).equals(killedOnce)).toBe(true)
  }
})

test('an incomplete copy is never restored', () => {
  guard()
  writeFileSync(`${copy}.half`, killedOnce.subarray(0, 100))
  rmSync(copy)
  expect(guard()).toEqual({ mode: 'accept', said: [] })
  expect(readFileSync(file).equals(killedOnce)).toBe(true)
})

test('on a nearly full disk the queue is only sent, with a copy if there is space', () => {
  expect(guard(100)).toEqual({ mode: 'send', said: [] })
  expect(existsSync(copy)).toBe(true)
  expect(guard(16).mode).toBe('send')
  expect(existsSync(copy)).toBe(false)
})

test('a full disk prevents the start, because requests taken from the queue could not be written back', () => {
  expect(() => guard(15)).toThrow('15 MiB are free on its disk, 16 are needed; free some space')
})

test('a file that is not a queue is left alone', () => {
  const other = join(queueDir, 'tempdb123')
  writeFileSync(other, 'x')
  writeFileSync(file, 'no database')
  expect(guard()).toEqual({ mode: 'accept', said: [] })
  expect(readFileSync(other, 'utf8')).toBe('x')
  expect(existsSync(copy)).toBe(false)
  rmSync(other)
  guardQueue(join(folder, 'nowhere'), () => {})
})
