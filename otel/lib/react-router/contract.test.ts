import { createRequestHandler, data, isRouteErrorResponse, redirect } from 'react-router'
import { expect, test } from 'vitest'
import { createTestRoute, createTestServerBuild, type RouteModule } from '../../../test/otel/server-build.ts'
import { dataSuffix, manifestSuffix } from '../router-paths.ts'
import {
  errorResponseFor,
  isDataWithInit,
  isRoutersErrorResponse,
  redirectStatus,
  sanitisedMessage,
} from './contract.ts'

// Canaries: each message says what to change in contract.ts, or to delete, when React Router has changed.

const secret = 's3cr3t'

/** Asks for the data of a page whose route is `module`. */
async function askForData(module: Partial<RouteModule>) {
  const handled: unknown[] = []
  const build = createTestServerBuild(createTestRoute('shop', 'shop', module), {
    handleError: error => void handled.push(error),
  })
  const handle = createRequestHandler(build, 'production')
  const response = await handle(new Request(`http://shop.test/shop${dataSuffix}`))
  return { status: response.status, text: await response.text(), handled }
}

const throwing = (thrown: unknown): Partial<RouteModule> => ({
  loader: () => {
    throw thrown
  },
})

test('what data() makes is known', () => {
  expect(
    isDataWithInit(data({ a: 1 }, { status: 503 })),
    'data() makes something else: change isDataWithInit, or use the check that react-router exports by now',
  ).toBe(true)
})

test('an Error is replaced by one with the known message', async () => {
  const { text } = await askForData(throwing(new TypeError(secret)))
  expect(text, 'the server says something else of an Error: change sanitisedMessage').toContain(sanitisedMessage)
  expect(text, 'the server no longer sanitises errors').not.toContain(secret)
})

test('of an ErrorResponse its data goes out, and the error that hangs on it goes to handleError alone', async () => {
  const original = new TypeError(secret)
  const { status, text, handled } = await askForData(
    throwing(errorResponseFor(original, 503, 'Service Unavailable', { digest: 'abc' })),
  )
  const advice = 'an ErrorResponse is made or serialised otherwise: change errorResponseFor'
  expect(status, advice).toBe(503)
  expect(text, advice).toContain('abc')
  expect(text, advice).not.toContain(secret)
  expect(handled, `handleError gets something else: ${advice}`).toMatchObject([{ error: original }])
})

test('an ErrorResponse of the router can be distinguished from what an app throws', () => {
  const made = errorResponseFor(new Error(secret), 500, 'Internal Server Error', null)
  expect(isRouteErrorResponse(made), 'UNSAFE_ErrorResponseImpl makes something else').toBe(true)
  expect(isRoutersErrorResponse(made), 'ErrorResponse has no `internal`: change isRoutersErrorResponse').toBe(true)
  expect(isRoutersErrorResponse({ status: 500, statusText: '', data: null })).toBe(false)
})

test('a redirect is answered to a request for data with its own status', async () => {
  const { status } = await askForData({ loader: () => redirect('/elsewhere') })
  expect(status, 'redirects of data requests are answered otherwise: change redirectStatus').toBe(redirectStatus)
})

test('routes are requested at the known path', async () => {
  const build = {
    ...createTestServerBuild(createTestRoute('shop', 'shop', {})),
    routeDiscovery: { mode: 'lazy', manifestPath: '/__manifest' },
  } as const
  const handle = createRequestHandler(build, 'production')
  const response = await handle(new Request(`http://shop.test${manifestSuffix}?paths=/shop&version=`))
  expect(response.headers.get('content-type'), 'no manifest there: change manifestSuffix').toContain('json')
})
