import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startOtelcol } from '../test/collector/start-otelcol.ts'
import { freePorts } from '../test/free-ports.ts'
import { deliverOtlp, nowNs } from '../test/otlp/send-otlp.ts'
import { poll } from '../test/poll.ts'
import { guardQueue } from './guard-queue.ts'
import { readQueueFile } from './read-queue-file.ts'

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
    () => (existsSync(file) ? readQueueFile(file).inFlight.length : 0),
    count => count >= inFlight,
  )
  await otelcol.kill()
  // The Collector queues its own metrics too, once five seconds have passed.
  for (const name of readdirSync(queueDir))
    if (name !== basename(file)) rmSync(join(queueDir, name), { recursive: true })
  return readFileSync(file)
}

const MIB = 1 << 20
const guard = (freeMib = 1_000) => guardQueue(queueDir, () => freeMib * MIB)
const untouched = { damaged: [], restored: [] }

test('in-flight requests are read from the queue', () => {
  writeFileSync(file, killedOnce)
  expect(readQueueFile(file)).toEqual({
    fault: undefined,
    inFlight: [expect.any(BigInt), expect.any(BigInt), expect.any(BigInt)],
  })
  writeFileSync(file, killedTwice)
  expect(readQueueFile(file).inFlight).toHaveLength(6)
})

test('a queue with in-flight requests is copied completely before a start', () => {
  expect(guard()).toEqual({ mode: 'accept', ...untouched })
  expect(readFileSync(copy).equals(killedOnce)).toBe(true)
})

test('a start that requeued its requests keeps what it has accepted since', () => {
  guard()
  writeFileSync(file, killedTwice)
  expect(guard()).toEqual({ mode: 'accept', ...untouched })
  expect(readFileSync(file).equals(killedTwice)).toBe(true)
  expect(readFileSync(copy).equals(killedTwice)).toBe(true)
})

test('an interrupted start is undone, repeatedly if necessary', () => {
  guard()
  for (let round = 0; round < 2; round++) {
    // As after the next start, which is killed while it takes the requests out: it has written, and lists the same ones.
    writeFileSync(file, killedOnce)
    writeFileSync(copy, killedOnce)
    expect(guard()).toEqual({ mode: 'accept', damaged: [], restored: [basename(file)] })
    expect(readFileSync(file).equals(killedOnce)).toBe(true)
    expect(readFileSync(copy).equals(killedOnce)).toBe(true)
  }
})

test('a damaged file is moved aside, and the copy from before the last start takes its place', () => {
  guard()
  writeFileSync(file, killedTwice.subarray(0, 5_000))
  const { damaged, restored } = guard()
  expect(damaged).toMatchObject([{ name: basename(file), bytes: 5_000 }])
  expect(readFileSync(damaged[0]?.movedTo ?? '')).toEqual(killedTwice.subarray(0, 5_000))
  expect(restored).toEqual([basename(file)])
  expect(readFileSync(file).equals(killedOnce)).toBe(true)
})

test('an incomplete copy is never restored', () => {
  guard()
  writeFileSync(`${copy}.half`, killedOnce.subarray(0, 100))
  rmSync(copy)
  expect(guard()).toEqual({ mode: 'accept', ...untouched })
  expect(readFileSync(file).equals(killedOnce)).toBe(true)
})

test('on a nearly full disk the queue is only sent, with a copy if there is space', () => {
  expect(guard(100)).toEqual({ mode: 'send', ...untouched })
  expect(existsSync(copy)).toBe(true)
  expect(guard(16).mode).toBe('send')
  expect(existsSync(copy)).toBe(false)
})

test('a full disk prevents the start, because requests taken from the queue could not be written back', () => {
  expect(() => guard(15)).toThrow('15 MiB are free on its disk, 16 are needed; free some space')
  expect(readFileSync(file).equals(killedOnce)).toBe(true)
})

test('a file that is not a queue is left alone', () => {
  const other = join(queueDir, 'tempdb123')
  writeFileSync(other, 'x')
  rmSync(file)
  expect(guard()).toEqual({ mode: 'accept', ...untouched })
  expect(readFileSync(other, 'utf8')).toBe('x')
  expect(existsSync(copy)).toBe(false)
  rmSync(other)
  expect(guardQueue(join(folder, 'nowhere'))).toEqual({ mode: 'accept', ...untouched })
})
