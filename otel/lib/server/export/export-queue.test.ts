import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { DiagLogLevel, diag } from '@opentelemetry/api'
import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-http'
import { type Resource, resourceFromAttributes } from '@opentelemetry/resources'
import type { ReadableLogRecord } from '@opentelemetry/sdk-logs'
import { afterEach, expect, test } from 'vitest'
import { defaultQueueBounds, ExportQueue, type QueueBounds } from './export-queue.ts'

const open: AsyncDisposableStack[] = []
const diagnosed: string[] = []

afterEach(async () => {
  diag.disable()
  diagnosed.length = 0
  for (const stack of open.splice(0)) await stack[Symbol.asyncDispose]()
})

interface Receiver {
  /** Statuses in turn, the last one for ever; or an answer only when it is released. */
  readonly statuses?: readonly number[] | 'held'
  /** Refuses what is longer with 413. */
  readonly maxBytes?: number
  readonly protocol?: 'http' | 'https'
}

/** A queue, the stock exporter, and a receiver; what arrived of each request. */
async function pipeline(bounds: Partial<QueueBounds> = {}, receiver: Receiver = {}) {
  const { statuses = [200], maxBytes = Infinity, protocol = 'http' } = receiver
  const requests: string[][] = []
  const release: (() => void)[] = []
  const left = statuses === 'held' ? [200] : [...statuses]
  const server = createServer(async (req: IncomingMessage, res: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    if (statuses === 'held') await new Promise<void>(resolve => release.push(resolve))
    const status = left.length > 1 ? (left.shift() ?? 200) : (left[0] ?? 200)
    res.statusCode = body.length > maxBytes ? 413 : status
    if (res.statusCode === 200) requests.push(bodiesOf(body.toString()))
    if (res.statusCode === 503) res.setHeader('retry-after', '0')
    res.end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const exporter = new OTLPLogExporter({ url: `${protocol}://127.0.0.1:${port}/v1/logs` })
  const lost: [string, string, number][] = []
  const queue = new ExportQueue<ReadableLogRecord>('logs', exporter, (...loss) => void lost.push(trim(loss)), {
    ...defaultQueueBounds,
    ...bounds,
  })
  const note = (message: string) => void diagnosed.push(message)
  const nothing = () => {}
  const logger = { error: note, warn: note, info: nothing, debug: nothing, verbose: nothing }
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true })
  const stack = new AsyncDisposableStack()
  stack.defer(() => {
    server.closeAllConnections()
    server.close()
  })
  open.push(stack)
  return { queue, requests, lost, release }
}

const trim = ([signal, reason, count]: [string, string, number, unknown?]): [string, string, number] => [
  signal,
  reason,
  count,
]

function bodiesOf(text: string): string[] {
  const { resourceLogs } = JSON.parse(text)
  return resourceLogs[0].scopeLogs[0].logRecords.map(({ body }: { body: { stringValue: string } }) => body.stringValue)
}

const shop = resourceFromAttributes({ 'service.name': 'shop' })
const scope = { name: 'test' }

function record(body: string, resource: Resource = shop, attributes: ReadableLogRecord['attributes'] = {}) {
  const hrTime: [number, number] = [1_700_000_000, 0]
  return {
    body,
    resource,
    attributes,
    hrTime,
    hrTimeObserved: hrTime,
    instrumentationScope: scope,
    droppedAttributesCount: 0,
  }
}

test('a request is sent when it is full, or when its time has come', async () => {
  const { queue, requests } = await pipeline({ maxRecords: 3, delayMs: 20 })
  for (const body of ['a', 'b', 'c', 'd', 'e']) queue.add(record(body))
  await expect
    .poll(() => requests)
    .toEqual([
      ['a', 'b', 'c'],
      ['d', 'e'],
    ])
})

test('what comes while a request is under way gathers until it is answered', async () => {
  const { queue, requests, release } = await pipeline({ delayMs: 5 }, { statuses: 'held' })
  queue.add(record('a'))
  await expect.poll(() => release.length).toBe(1)
  for (const body of ['b', 'c', 'd']) {
    queue.add(record(body))
    await new Promise(resolve => setTimeout(resolve, 10))
  }
  release[0]?.()
  await expect.poll(() => release.length).toBe(2)
  release[1]?.()
  await expect.poll(() => requests).toEqual([['a'], ['b', 'c', 'd']])
})

test('a busy receiver is retried', async () => {
  const { queue, requests } = await pipeline({}, { statuses: [503, 200] })
  queue.add(record('a'))
  await queue.forceFlush()
  expect(requests).toEqual([['a']])
  expect(diagnosed).toEqual([])
})

test('a receiver that was unavailable for long gets everything in order once it is back, and the reason for waiting is logged', async () => {
  const statuses = [...Array(20).fill(503), 200]
  const { queue, requests, lost } = await pipeline({ pauseMs: 5, maxRecords: 1 }, { statuses })
  for (const body of ['a', 'b', 'c']) queue.add(record(body))
  await queue.forceFlush()
  expect(requests).toEqual([['a'], ['b'], ['c']])
  expect(lost).toEqual([])
  expect(new Set(diagnosed)).toEqual(new Set(['logs are queued: the receiver is unavailable']))
})

test('a flush retries an unavailable receiver at once', async () => {
  const statuses = [...Array(20).fill(503), 200]
  const { queue, requests } = await pipeline({ delayMs: 1, pauseMs: 60_000 }, { statuses })
  queue.add(record('a'))
  const flushed = () => {
    void queue.forceFlush()
    return requests
  }
  await expect.poll(flushed, { timeout: 20_000 }).toEqual([['a']])
})

test('a shutdown does not wait for a receiver to come back', async () => {
  const { queue, requests, lost } = await pipeline({ pauseMs: 60_000 }, { statuses: [503] })
  queue.add(record('a'))
  await Promise.all([queue.forceFlush(), queue.shutdown()])
  expect(requests).toEqual([])
  expect(lost).toEqual([['logs', 'export_failed', 1]])
})

test('what is refused is lost and counted, and what follows is sent', async () => {
  const { queue, requests, lost } = await pipeline({}, { statuses: [400, 200] })
  queue.add(record('a'))
  await queue.forceFlush()
  queue.add(record('b'))
  await queue.forceFlush()
  expect(requests).toEqual([['b']])
  expect(lost).toEqual([['logs', 'export_failed', 1]])
})

test('a receiver that can never be reached is not retried', async () => {
  const { queue, lost } = await pipeline({ pauseMs: 5 }, { protocol: 'https' })
  queue.add(record('a'))
  await queue.forceFlush()
  expect(lost).toEqual([['logs', 'export_failed', 1]])
})

test('of a request that is too large only the record that is too large by itself is lost, in order', async () => {
  const { queue, requests, lost } = await pipeline({}, { maxBytes: 2_000 })
  for (const body of ['a', 'b', 'x'.repeat(3_000), 'c', 'd'.repeat(1_000), 'e'.repeat(1_000)]) queue.add(record(body))
  await queue.forceFlush()
  expect(requests.flat().map(body => body.charAt(0))).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect(lost).toEqual([['logs', 'export_failed', 1]])
  expect(queue.counts).toEqual({ taken: 6, full: 0, sent: 5, failed: 1 })
})

test('a record that cannot be encoded costs itself alone', async () => {
  const { queue, requests, lost } = await pipeline()
  const circle: Record<string, unknown> = {}
  circle['self'] = circle
  const attributes = { circle } as unknown as ReadableLogRecord['attributes']
  for (const one of [record('a'), record('b', shop, attributes), record('c')]) queue.add(one)
  await queue.forceFlush()
  expect(requests.flat()).toEqual(['a', 'c'])
  expect(lost).toEqual([['logs', 'export_failed', 1]])
})

test('a full queue keeps what is old, and counts what is new as lost', async () => {
  const { queue, requests, lost, release } = await pipeline(
    { maxRecords: 1, maxWaitingBytes: 25_000 },
    { statuses: 'held' },
  )
  const text = 'x'.repeat(9_000)
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) queue.add(record(`${name}${text}`))
  const flushed = queue.forceFlush()
  // One is under way, and of those that wait the third is the first beyond the bound.
  for (let i = 0; i < 4; i++) {
    await expect.poll(() => release.length).toBe(i + 1)
    release[i]?.()
  }
  await flushed
  expect(requests.flat().map(body => body.charAt(0))).toEqual(['a', 'b', 'c', 'd'])
  expect(lost).toEqual([
    ['logs', 'queue_full', 1],
    ['logs', 'queue_full', 1],
  ])
  expect(queue.counts).toEqual({ taken: 4, full: 2, sent: 4, failed: 0 })
})

test('attributes of a resource that are found late are waited for', async () => {
  const late = Promise.withResolvers<string>()
  const { queue, requests } = await pipeline()
  const resource = resourceFromAttributes({ 'host.id': late.promise })
  queue.add(record('a', resource))
  const flushed = queue.forceFlush()
  await new Promise(resolve => setTimeout(resolve, 20))
  expect(requests).toEqual([])
  late.resolve('h1')
  await flushed
  expect(requests).toEqual([['a']])
})

test('after shutdown everything was sent and nothing more is taken', async () => {
  const { queue, requests } = await pipeline()
  queue.add(record('a'))
  await queue.shutdown()
  queue.add(record('b'))
  await queue.forceFlush()
  expect(requests).toEqual([['a']])
})
