import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type RunningOtelcol, startOtelcol } from '../test/collector/start-otelcol.ts'
import { freePorts } from '../test/free-ports.ts'
import { deliverOtlp, nowNs } from '../test/otlp/send-otlp.ts'
import { runs } from '../test/property-runs.ts'
import { guardQueue } from './guard-queue.ts'
import { readQueueFile } from './read-queue-file.ts'

// The real Collector is started on damaged queues, after the guard. Without the guard it starts with none of `kinds`, but for the empty file.
const folder = mkdtempSync(join(tmpdir(), 'errata-damaged-'))
const queueDir = join(folder, 'queue')
/** The queues of a Collector. */
const names = ['_traces', '_logs', '_metrics', 'noise_traces', 'noise_logs'].map(name => `exporter_clickhouse_${name}`)
const [tracesName = ''] = names
const PAGE = 4_096
/** The file of a queue with dozens of requests: a tree of several pages. */
let whole: Buffer
/** Pages of that tree, without those that only continue another. */
let neededPages: readonly number[]
let clickhouse: { url: string; user: string; password: string }

beforeAll(async () => {
  const [port] = await freePorts(1)
  clickhouse = { url: `http://127.0.0.1:${port}`, user: 'nobody', password: '' }
  const otelcol = await startOtelcol({ clickhouse, queueDir })
  for (let i = 0; i < 40; i++) await sendSpan(otelcol, 'x'.repeat(i * 100))
  await otelcol.kill()
  whole = readFileSync(join(queueDir, tracesName))
  neededPages = Array.from({ length: whole.length / PAGE }, (_, i) => i).filter(
    page => page > 1 && faultOf(withPage(page, bytes => bytes.fill(0))) !== undefined,
  )
})
beforeEach(() => {
  rmSync(queueDir, { recursive: true, force: true })
  mkdirSync(queueDir)
})
afterAll(() => rmSync(folder, { recursive: true }))

async function sendSpan(otelcol: RunningOtelcol, name: string): Promise<void> {
  const span = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331', startTimeUnixNano: nowNs() }
  const body = { resourceSpans: [{ scopeSpans: [{ spans: [{ ...span, name }] }] }] }
  await deliverOtlp({ url: otelcol.httpUrl, signal: 'traces', body })
}

function faultOf(bytes: Uint8Array): string | undefined {
  const file = join(folder, 'probe')
  writeFileSync(file, bytes)
  return readQueueFile(file).fault
}

function withPage(page: number, change: (bytes: Buffer) => void): Buffer {
  const bytes = Buffer.from(whole)
  change(bytes.subarray(page * PAGE, (page + 1) * PAGE))
  return bytes
}

function withFirstPages(change: (bytes: Buffer) => void): Buffer {
  const bytes = Buffer.from(whole)
  for (const page of [0, 1]) change(bytes.subarray(page * PAGE, (page + 1) * PAGE))
  return bytes
}

const kinds: readonly [string, () => Buffer][] = [
  ['empty', () => Buffer.alloc(0)],
  ['of zero bytes', () => Buffer.alloc(whole.length)],
  ['of another program', () => Buffer.from('{"a":1}\n'.repeat(5_000))],
  ['cut off within its first page', () => whole.subarray(0, 100)],
  ['cut off after its first two pages', () => whole.subarray(0, 2 * PAGE)],
  ['cut off within its tree', () => whole.subarray(0, (neededPages[0] ?? 0) * PAGE + 100)],
  ['without the magic number', () => withFirstPages(bytes => bytes.writeUInt32LE(1, 16))],
  ['of another format', () => withFirstPages(bytes => bytes.writeUInt32LE(3, 20))],
  ['with a wrong checksum', () => withFirstPages(bytes => bytes.writeUInt32LE(3, 72))],
  ['with a page of zero bytes', () => withPage(neededPages.at(-1) ?? 0, bytes => bytes.fill(0))],
  ['with a page of random bytes', () => withPage(neededPages.at(-1) ?? 0, bytes => bytes.fill('random'))],
  ['with a page in the place of another', () => withPage(neededPages[0] ?? 0, bytes => bytes.writeUInt32LE(9))],
]

test('a whole queue is not damaged', () => {
  expect(faultOf(whole)).toBeUndefined()
  expect(neededPages.length).toBeGreaterThan(2)
})

test('a damaged file of any kind is moved aside with its size, and the Collector accepts with an empty one', async () => {
  for (let i = 0; i < kinds.length; i += names.length) {
    rmSync(queueDir, { recursive: true })
    mkdirSync(queueDir)
    const damaged = kinds
      .slice(i, i + names.length)
      .map(([kind, make], n) => ({ kind, name: names[n] ?? '', bytes: make() }))
    for (const { name, bytes } of damaged) writeFileSync(join(queueDir, name), bytes)

    const found = guardQueue(queueDir)
    expect(found).toMatchObject({ mode: 'accept', restored: [] })
    for (const { kind, name, bytes } of damaged) {
      const moved = found.damaged.find(file => file.name === name)
      expect(moved, kind).toMatchObject({ bytes: bytes.length, fault: expect.stringMatching(/^[a-z]/) })
      expect(readFileSync(moved?.movedTo ?? '').equals(bytes), kind).toBe(true)
    }
    await using otelcol = await startOtelcol({ clickhouse, queueDir })
    await sendSpan(otelcol, 'after the damage')
  }
})

/** Bytes at a place, over what is there; or nothing but the first bytes. */
const damage = fc.oneof(
  fc.record({ at: fc.nat(200_000), bytes: fc.uint8Array({ minLength: 1, maxLength: 64 }) }),
  // What says how pages are read: the head of a page, and the first elements of its table.
  fc.record({ page: fc.nat(60), within: fc.nat(96), bytes: fc.uint8Array({ minLength: 1, maxLength: 8 }) }),
  fc.record({ length: fc.nat(200_000) }),
)

test('with whatever the guard leaves in place the Collector starts', async () => {
  const start = fc.array(damage, { minLength: names.length, maxLength: names.length })
  await fc.assert(
    fc.asyncProperty(start, async damages => {
      rmSync(queueDir, { recursive: true })
      mkdirSync(queueDir)
      for (const [i, one] of damages.entries()) {
        const bytes = Buffer.from(whole)
        if ('bytes' in one)
          bytes.set(one.bytes, ('at' in one ? one.at : one.page * PAGE + one.within) % (bytes.length - 64))
        writeFileSync(join(queueDir, names[i] ?? ''), 'length' in one ? bytes.subarray(0, one.length) : bytes)
      }
      guardQueue(queueDir)
      await using otelcol = await startOtelcol({ clickhouse, queueDir })
      await sendSpan(otelcol, 'after the damage')
    }),
    runs(2),
  )
})

test('a file that a Collector has open is left alone, damaged or not', async () => {
  const otelcol = await startOtelcol({ clickhouse, queueDir })
  await sendSpan(otelcol, 'x')
  const file = join(queueDir, tracesName)
  writeFileSync(
    file,
    withFirstPages(bytes => bytes.fill(0)),
  )
  const { size } = statSync(file)
  expect(guardQueue(queueDir).damaged).toEqual([])
  await otelcol.kill()

  expect(guardQueue(queueDir).damaged).toMatchObject([{ name: tracesName, bytes: size }])
  expect(existsSync(file)).toBe(false)
  expect(readdirSync(join(queueDir, 'damaged'))).toHaveLength(1)
})
