import { trace } from '@opentelemetry/api'
import { beforeEach, expect, test } from 'vitest'
import { createTestRoute, createTestServerBuild, type RouteModule } from '../../../test/otel/server-build.ts'
import { setRuntime } from '../runtime.ts'
import { exceptionRecorder } from '../server/errors/record-exception.ts'
import { type PageHandlerOptions, pageHandler } from './page-handler.ts'

const secret = 's3cr3t'

// telemetry of a process whose requests have no transaction: `traceRequests` is not round them
const digests: (string | undefined)[] = []
setRuntime({
  tracer: trace.getTracer('test'),
  ...exceptionRecorder({ name: 'test', version: '1' }, (_level, _error, fields) => {
    digests.push(fields['digest'])
  }),
  hasRelease: true,
  prerendered: new Map(),
  transactionOf: () => undefined,
  documentTraceparent: () => undefined,
})
beforeEach(() => {
  digests.length = 0
})

const build = (module: Partial<RouteModule>, render?: () => Response) =>
  createTestServerBuild(createTestRoute('shop', 'shop', module), render && { default: render })

const fail = (): never => {
  throw new Error(secret)
}
const client = { address: '127.0.0.1', family: 'IPv4', port: 1 } as const
const ask = (options: PageHandlerOptions, init?: RequestInit) =>
  pageHandler(options)(new Request('http://shop.test/shop', init), client)

test.each<[string, PageHandlerOptions]>([
  ['a context that cannot be made', { build: build({}), getLoadContext: fail }],
  ['a build that cannot be loaded', { build: fail, mode: 'development' }],
  ["a route's headers", { build: build({ headers: fail }) }],
  ['an error screen that fails as well', { build: build({ loader: fail }, fail) }],
])('%s ends in the static page, with a digest that was recorded', async (_, options) => {
  const response = await ask(options)
  const text = await response.text()

  expect([response.status, response.headers.get('cache-control')]).toEqual([500, 'no-store'])
  expect(text).toContain('A server-side exception occurred while loading the site shop.test.')
  expect(digests).toContain(/Digest: <code>(\w{10})</.exec(text)?.[1])
  expect(text).not.toContain(secret)
})

test("an answer without a body stays the app's own", async () => {
  const loader = () => new Response(null, { status: 503, headers: { 'retry-after': '5' } })
  const response = await ask({ build: build({ loader, default: undefined } as unknown as RouteModule) })
  expect([response.status, response.headers.get('retry-after'), await response.text()]).toEqual([503, '5', ''])
})

test('a visitor who has gone gets no page, and nothing is recorded', async () => {
  const signal = AbortSignal.abort()
  await expect(ask({ build: build({}), getLoadContext: fail }, { signal })).rejects.toThrow(secret)
  expect(digests).toEqual([])
})

test('getLoadContext gets the client’s address', async () => {
  const asked: unknown[] = []
  const getLoadContext = (_: Request, from: unknown) => {
    asked.push(from)
    return fail()
  }
  await ask({ build: build({}), getLoadContext })
  expect(asked).toEqual([client])
})
