import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterEach, expect, test, vi } from 'vitest'
import { freePorts } from '../../test/free-ports.ts'
import { poll } from '../../test/poll.ts'
import { startCanary } from './start-canary.ts'

interface Received {
  readonly resourceSpans?: readonly { scopeSpans: readonly { spans: readonly { name: string }[] }[] }[]
  readonly resourceLogs?: readonly {
    scopeLogs: readonly { logRecords: readonly { body: { stringValue: string } }[] }[]
  }[]
}

/** A receiver that records the names of what it receives, and answers with the given status. */
async function openReceiver() {
  const received: string[] = []
  const answer = { status: 200 }
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk)
    const body: Received = JSON.parse(Buffer.concat(chunks).toString())
    const spans = body.resourceSpans?.flatMap(of => of.scopeSpans.flatMap(({ spans: all }) => all)) ?? []
    const logs = body.resourceLogs?.flatMap(of => of.scopeLogs.flatMap(({ logRecords }) => logRecords)) ?? []
    received.push(...spans.map(({ name }) => name), ...logs.map(({ body: { stringValue } }) => stringValue))
    res.writeHead(answer.status, { 'content-type': 'application/json' }).end('{"partialSuccess":{}}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    received,
    answer,
    otlpUrl: `http://127.0.0.1:${address.port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

const ONE = ['canary @here:3000']
const WITH_PROBES = [
  'canary @here:3000',
  'canary cross-origin-script-error',
  'canary health-check',
  'canary not-found',
  'canary resize-observer-loop',
]
/** Every ten seconds. */
const EXPECTED = [WITH_PROBES, ONE, ONE, ONE, ONE, ONE, WITH_PROBES]

afterEach(() => {
  vi.useRealTimers()
})

test('sends a canary every ten seconds, and with the first of each minute one probe per rule', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await using receiver = await openReceiver()
  const canary = startCanary({ app: 'here:3000', ...receiver })
  const turns: string[][] = []
  for (const wanted of EXPECTED) {
    // The timer starts only when the last request was answered.
    while (receiver.received.length === 0) {
      vi.advanceTimersByTime(10_000)
      await new Promise(setImmediate)
    }
    while (receiver.received.length < wanted.length) await new Promise(setImmediate)
    turns.push(receiver.received.splice(0).toSorted())
  }
  await canary.stop()

  expect(turns).toEqual(EXPECTED)
})

test('reports why the Collector rejected the last span, and that it accepted the next', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await using receiver = await openReceiver()
  receiver.answer.status = 503
  const canary = startCanary({ app: 'here:3000', ...receiver })
  while (canary.refusal === undefined) await new Promise(setImmediate)
  expect(canary.refusal).toBe('HTTP 503')

  receiver.answer.status = 200
  receiver.received.length = 0
  while (canary.refusal !== undefined) {
    vi.advanceTimersByTime(10_000)
    await new Promise(setImmediate)
  }
  // The rejected probes are sent again.
  expect(receiver.received.toSorted()).toEqual(WITH_PROBES)
  await canary.stop()
})

test('says that the app ends, so that others do not miss its canaries', async () => {
  await using receiver = await openReceiver()
  const canary = startCanary({ app: 'here:3000', ...receiver })
  await canary.stop()
  expect(receiver.received.at(-1)).toBe('canary ended @here:3000')
})

test('reports that the Collector cannot be reached', async () => {
  const [port] = await freePorts(1)
  const canary = startCanary({ app: 'here:3000', otlpUrl: `http://127.0.0.1:${port}` })
  await poll(
    () => canary.refusal,
    refusal => refusal === 'connection failed: ECONNREFUSED',
  )
  await canary.stop()
})
