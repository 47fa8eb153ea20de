import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { DiagLogLevel, diag } from '@opentelemetry/api'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { afterEach, expect, test } from 'vitest'
import { defaultQueueBounds, OtlpQueue, type QueueBounds } from './otlp-queue.ts'

const open: AsyncDisposableStack[] = []
const told: string[] = []

afterEach(async () => {
  diag.disable()
  told.length = 0
  for (const stack of open.splice(0)) await stack[Symbol.asyncDispose]()
})

/** A queue and a receiver that answers with these statuses, the last one for ever, or when it is released. */
async function pipeline(bounds: Partial<QueueBounds> = {}, statuses: readonly number[] | 'held' = [200]) {
  const bodies: string[] = []
  const release: (() => void)[] = []
  const left = statuses === 'held' ? [200] : [...statuses]
  const server = createServer(async (req: IncomingMessage, res: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk)
    if (statuses === 'held') await new Promise<void>(resolve => release.push(resolve))
    res.statusCode = left.length > 1 ? (left.shift() ?? 200) : (left[0] ?? 200)
    if (res.statusCode === 200) bodies.push(Buffer.concat(chunks).toString())
    if (res.statusCode === 503) res.setHeader('retry-after', '0')
    res.end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const queue = new OtlpQueue('logs', `http://127.0.0.1:${port}`, { ...defaultQueueBounds, ...bounds })
  const counted: [number, unknown][] = []
  queue.dropped = { add: (count, attributes) => void counted.push([count, attributes]) }
  const tell = (message: string) => void told.push(message)
  const nothing = () => {}
  const logger = { error: tell, warn: tell, info: nothing, debug: nothing, verbose: nothing }
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true })
  const stack = new AsyncDisposableStack()
  stack.defer(() => {
    server.closeAllConnections()
    server.close()
  })
  open.push(stack)
  return { queue, bodies, counted, release }
}

const resource = resourceFromAttributes({ 'service.name': 'shop' })
const own = { name: '@errata/otel', version: '1' }
const other = { name: 'other' }

test('one request holds the records of one resource, in groups of one scope, whatever they say', async () => {
  const { queue, bodies } = await pipeline()
  queue.add(resource, own, '{"a":"ö🥖"}')
  queue.add(resource, own, '{"a":2}')
  queue.add(resource, other, '{"a":3}')
  await queue.forceFlush()

  expect(bodies.map(body => JSON.parse(body))).toEqual([
    {
      resourceLogs: [
        {
          resource: { attributes: [{ key: 'service.name', value: { stringValue: 'shop' } }] },
          scopeLogs: [
            { scope: own, logRecords: [{ a: 'ö🥖' }, { a: 2 }] },
            { scope: other, logRecords: [{ a: 3 }] },
          ],
        },
      ],
    },
  ])
})

test('a request is sent when it is full, in records or in bytes, or when its time has come', async () => {
  const { queue, bodies } = await pipeline({ maxRecords: 3, maxBytes: 1_000, delayMs: 20 })
  for (let i = 0; i < 7; i++) queue.add(resource, own, `{"a":${i}}`)
  queue.add(resource, own, `{"a":"${'x'.repeat(2_000)}"}`)
  await expect.poll(() => bodies.length).toBe(3)
  queue.add(resource, own, '{"late":1}')
  await expect.poll(() => bodies.length).toBe(4)

  const sent = bodies.flatMap(body => JSON.parse(body).resourceLogs[0].scopeLogs[0].logRecords)
  expect(sent).toHaveLength(9)
  expect(bodies.map(body => JSON.parse(body).resourceLogs[0].scopeLogs[0].logRecords.length)).toEqual([3, 3, 2, 1])
})

test('what comes while a request is under way gathers until it is answered', async () => {
  const { queue, bodies, release } = await pipeline({ delayMs: 5 }, 'held')
  queue.add(resource, own, '{"a":0}')
  await expect.poll(() => release.length).toBe(1)
  for (let i = 1; i <= 3; i++) {
    queue.add(resource, own, `{"a":${i}}`)
    await new Promise(resolve => setTimeout(resolve, 10))
  }
  release[0]?.()
  await expect.poll(() => release.length).toBe(2)
  release[1]?.()
  await expect.poll(() => bodies.length).toBe(2)
  expect(JSON.parse(bodies[1] ?? '').resourceLogs[0].scopeLogs[0].logRecords).toHaveLength(3)
})

test('a large record grows the request, and the next ones still fit', async () => {
  const { queue, bodies } = await pipeline()
  const large = 'ö'.repeat(400_000)
  queue.add(resource, own, `{"a":"${large}"}`)
  await queue.forceFlush()
  queue.add(resource, own, '{"a":1}')
  await queue.forceFlush()
  expect(JSON.parse(bodies[0] ?? '').resourceLogs[0].scopeLogs[0].logRecords).toEqual([{ a: large }])
  expect(JSON.parse(bodies[1] ?? '').resourceLogs[0].scopeLogs[0].logRecords).toEqual([{ a: 1 }])
})

test('a receiver that is busy is asked again', async () => {
  const { queue, bodies } = await pipeline({}, [503, 200])
  queue.add(resource, own, '{"a":1}')
  await queue.forceFlush()
  expect(bodies).toHaveLength(1)
  expect(told).toEqual([])
})

test('a receiver that is away for long gets everything when it is back', async () => {
  const { queue, bodies, counted } = await pipeline({ pauseMs: 5, maxRecords: 1 }, [...Array(20).fill(503), 200])
  for (let i = 0; i < 3; i++) queue.add(resource, own, `{"a":${i}}`)
  await queue.forceFlush()
  expect(bodies).toHaveLength(3)
  expect([...told, ...counted]).toEqual([])
})

test('a shutdown does not wait for a receiver to come back', async () => {
  const { queue, bodies, counted } = await pipeline({ pauseMs: 60_000 }, [503])
  queue.add(resource, own, '{"a":1}')
  await Promise.all([queue.forceFlush(), queue.shutdown()])
  expect(bodies).toEqual([])
  expect(counted).toEqual([[1, { signal: 'logs', reason: 'export_failed' }]])
})

test('what is refused is lost, told and counted, and what follows is sent', async () => {
  const { queue, bodies, counted } = await pipeline({}, [400, 200])
  queue.add(resource, own, '{"a":1}')
  await queue.forceFlush()
  queue.add(resource, own, '{"a":2}')
  await queue.forceFlush()
  expect(bodies).toHaveLength(1)
  expect(told).toContain('log records are lost')
  expect(counted).toEqual([[1, { signal: 'logs', reason: 'export_failed' }]])
})

test('a full queue loses what is new, and tells and counts how much', async () => {
  const { queue, bodies, counted } = await pipeline({ maxRecords: 1, maxWaitingBytes: 600_000 })
  for (let i = 0; i < 5; i++) queue.add(resource, own, `{"a":${i}}`)
  await queue.forceFlush()
  expect(bodies.length).toBeLessThan(5)
  expect(counted).toEqual(Array(5 - bodies.length).fill([1, { signal: 'logs', reason: 'queue_full' }]))
  expect(new Set(told)).toEqual(new Set(['log records are lost']))
})

test('attributes of a resource that are found late are waited for', async () => {
  const late = Promise.withResolvers<string>()
  const { queue, bodies } = await pipeline()
  queue.add(resourceFromAttributes({ 'host.id': late.promise }), own, '{"a":1}')
  const flushed = queue.forceFlush()
  late.resolve('h1')
  await flushed
  expect(bodies[0]).toContain('{"key":"host.id","value":{"stringValue":"h1"}}')
})

test('after shutdown everything was sent and nothing more is taken', async () => {
  const { queue, bodies } = await pipeline()
  queue.add(resource, own, '{"a":1}')
  await queue.shutdown()
  queue.add(resource, own, '{"a":2}')
  await queue.forceFlush()
  expect(bodies).toHaveLength(1)
})
