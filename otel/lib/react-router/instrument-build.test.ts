import { createRequestHandler, data, isRouteErrorResponse, type ServerBuild } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  createTestRoute,
  createTestServerBuild,
  type RouteModule,
  type Routes,
} from '../../../test/otel/server-build.ts'
import { instrumentBuild } from './instrument-build.ts'
import { readScreenError } from './screen-error.ts'

const secret = 's3cr3t'

// without telemetry an error goes to the console, as with React Router alone
const printed: unknown[] = []
beforeEach(() => {
  printed.length = 0
  vi.spyOn(console, 'error').mockImplementation(error => {
    printed.push(error)
  })
})
afterEach(() => {
  vi.restoreAllMocks()
})

/** The document is the error that the screen would get, as JSON. */
const build = (routes: Routes, entry: Partial<ServerBuild['entry']['module']> = {}) =>
  createTestServerBuild(routes, {
    default: (_request, status, headers, { staticHandlerContext }) => {
      const [error] = Object.values(staticHandlerContext.errors ?? {})
      const shown = isRouteErrorResponse(error) ? { ...error } : { message: String(error) }
      return new Response(JSON.stringify(error === undefined ? 'page' : shown), { status, headers })
    },
    ...entry,
  })

function fails(thrown: unknown): Partial<RouteModule> {
  return {
    loader: () => {
      throw thrown
    },
  }
}

/** As the compiler makes a module without a component, which React Router's type does not know. */
const resource = (module: Partial<RouteModule>) => ({ ...module, default: undefined }) as unknown as RouteModule

async function ask(routes: Routes, mode: 'development' | 'production' = 'production', path = '/shop') {
  const handle = createRequestHandler(instrumentBuild(build(routes), { mode }), mode)
  const response = await handle(new Request(`http://shop.test${path}`))
  return { status: response.status, headers: response.headers, text: await response.text() }
}

test('the build that was given stays as it is', () => {
  const given = build(createTestRoute('shop', 'shop', fails(new Error('x'))))
  const loader = given.routes['shop']?.module.loader
  const copy = instrumentBuild(given)
  expect(given.routes['shop']?.module.loader).toBe(loader)
  expect(copy.routes['shop']?.module.loader).not.toBe(loader)
  expect(given.entry.module.handleError).toBeUndefined()
})

test('in production a page learns nothing of an error', async () => {
  const { status, text } = await ask(createTestRoute('shop', 'shop', fails(new TypeError(secret))))
  expect(status).toBe(500)
  expect(text).not.toContain(secret)
  expect(text).not.toContain('TypeError')
})

test('in development it gets the message and the stack as well', async () => {
  const { text } = await ask(createTestRoute('shop', 'shop', fails(new TypeError(secret))), 'development')
  const { development } = JSON.parse(text).data
  expect(development.message).toBe(`TypeError: ${secret}`)
  expect(development.stack).toMatch(/^TypeError: s3cr3t\n {4}at /)
})

test('an error goes to the console once where telemetry is not started', async () => {
  const error = new Error(secret)
  await ask(createTestRoute('shop', 'shop', fails(error)))
  expect(printed).toEqual([error])
})

test("the app's own handleError gets the original error", async () => {
  const error = new Error(secret)
  const seen: unknown[] = []
  const given = build(createTestRoute('shop', 'shop', fails(error)), { handleError: got => void seen.push(got) })
  await createRequestHandler(instrumentBuild(given), 'production')(new Request('http://shop.test/shop'))
  expect(seen).toEqual([error])
})

test.each([
  ['a redirect', new Response(null, { status: 302, headers: { location: '/' } }), 302],
  ['a 404', data('not here', { status: 404 }), 404],
  ['a 403 Response', new Response('not yours', { status: 403 }), 403],
])('%s that is thrown stays what it is', async (_, thrown, status) => {
  const answer = await ask(createTestRoute('shop', 'shop', fails(thrown)))
  expect(answer.status).toBe(status)
  expect(printed).toEqual([])
})

test('a middleware runs round what comes next, and its result is passed on', async () => {
  const order: string[] = []
  const middleware: NonNullable<RouteModule['middleware']> = [
    async (_args, next) => {
      order.push('before')
      const response = await next()
      order.push('after')
      return response
    },
  ]
  const loader = () => order.push('loader')
  const { status } = await ask(createTestRoute('shop', 'shop', { middleware, loader }))
  expect([status, ...order]).toEqual([200, 'before', 'loader', 'after'])
})

test('a resource route answers an error with digest and trace id alone', async () => {
  const { status, text } = await ask(createTestRoute('api', 'shop', resource(fails(new Error(secret)))))
  expect([status, Object.keys(JSON.parse(text))]).toEqual([500, ['digest']])
})

test('when the error screen cannot be rendered either, a static page is the answer', async () => {
  const given = build(createTestRoute('shop', 'shop', fails(new Error(secret))), {
    default: () => {
      throw new Error(`screen: ${secret}`)
    },
  })
  const response = await createRequestHandler(
    instrumentBuild(given),
    'production',
  )(new Request('http://shop.test/shop'))
  const text = await response.text()
  expect(response.status).toBe(500)
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(text).toContain('A server-side exception occurred while loading the site shop.test')
  expect(text).not.toContain(secret)
})

test.each([
  ['development', { message: `TypeError: ${secret}`, stack: expect.stringMatching(/^TypeError: s3cr3t\n {4}at /) }],
  ['production', undefined],
] as const)("in %s the browser knows a deferred error as the server's", async (mode, development) => {
  let price: unknown
  const given = build(
    createTestRoute('shop', 'shop', { loader: () => ({ price: Promise.reject(new TypeError(secret)) }) }),
    {
      default: (_request, status, _headers, { staticHandlerContext }) => {
        price = staticHandlerContext.loaderData['shop'].price
        return new Response('page', { status })
      },
    },
  )
  await createRequestHandler(instrumentBuild(given, { mode }), mode)(new Request('http://shop.test/shop'))
  const reason = await Promise.resolve(price).catch((error: unknown) => error)

  // the browser's half of the package and the error screen go by this message: it must stay React Router's own
  expect(reason).toMatchObject({ message: 'Unexpected Server Error' })
  vi.stubGlobal('document', { querySelector: () => null })
  const screen = readScreenError(reason)
  vi.unstubAllGlobals()
  expect(screen).toEqual({ side: 'server', status: 500, ...(development !== undefined && { development }) })
})
