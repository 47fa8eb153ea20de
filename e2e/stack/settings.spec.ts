import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { poll } from '../../test/poll.ts'
import { type RunningStack, startStack } from '../../test/stack/start-stack.ts'

/** A stack with its own settings: another address for the Collector, and another OTLP backend. */

// Linux has all of 127.0.0.0/8; elsewhere every address does.
const otlpHost = process.platform === 'linux' ? '127.0.0.2' : '0.0.0.0'
const received: { path: string | undefined; headers: IncomingHttpHeaders }[] = []
const backend = createServer((req, res) => {
  received.push({ path: req.url, headers: req.headers })
  req.resume().once('end', () => res.writeHead(200, { 'content-type': 'application/json' }).end('{}'))
})
let stack: RunningStack

beforeAll(async () => {
  backend.listen(0, '127.0.0.1')
  await once(backend, 'listening')
  const address = backend.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  stack = await startStack({
    env: {
      ERRATA_OTLP_HOST: otlpHost,
      ERRATA_TRUSTED_NETWORK: '1',
      ERRATA_ALSO_OTLP_URL: `http://127.0.0.1:${port}`,
      ERRATA_ALSO_OTLP_AUTHORIZATION: 'Bearer of-this-test',
    },
  })
})
afterAll(async () => {
  await stack[Symbol.asyncDispose]()
  backend.closeAllConnections()
  backend.close()
})

test('a Collector that listens elsewhere is found there, and the console names the place', () => {
  const reachable = otlpHost === '0.0.0.0' ? '127.0.0.1' : otlpHost
  expect(stack.lines.find(line => line.startsWith('OTLP'))).toContain(` http://${reachable}:`)
})

test('with ERRATA_ALSO_OTLP_URL another backend gets what is kept, with the header that it asks for', async () => {
  const traces = await poll(
    () => received.filter(({ path }) => path === '/v1/traces'),
    found => found.length > 0,
  )
  expect(traces[0]?.headers.authorization).toBe('Bearer of-this-test')
})
