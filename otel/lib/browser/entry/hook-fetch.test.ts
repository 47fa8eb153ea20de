import { NavigationType } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { RouterFetchContext } from '../../react-router/contract.ts'
import { hookFetch } from './hook-fetch.ts'
import { beginSpan, createRecorder, type RequestEvent, type SpanReference } from './recorder.ts'

interface Sent {
  readonly url: string
  readonly traceparent: string | null
  readonly own: string | null
}

/** Resolves addresses as a page does. */
class InPage extends Request {
  constructor(input: RequestInfo | URL, init?: RequestInit) {
    super(input instanceof Request ? input : new URL(input, 'http://shop.test/a/'), init)
  }
}

const sent: Sent[] = []
let answer: () => Promise<Response>

beforeEach(() => {
  sent.length = 0
  answer = async () => new Response('ok')
  vi.stubGlobal('location', { origin: 'http://shop.test' })
  vi.stubGlobal('document', { baseURI: 'http://shop.test/a/', querySelector: () => null })
  vi.stubGlobal('window', {
    Request: InPage,
    async fetch(input: RequestInfo | URL, init?: RequestInit) {
      const request = new InPage(input, init)
      const { headers, url } = request
      sent.push({ url, traceparent: headers.get('traceparent'), own: headers.get('x-own') })
      return answer()
    },
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
})

function hook(
  options: {
    origins?: string[]
    parentOf?: (context: RouterFetchContext) => SpanReference | undefined
    contextOf?: () => RouterFetchContext
  } = {},
) {
  const recorder = createRecorder({})
  const events: RequestEvent[] = []
  recorder.emit = event => void (event.type === 'request' && events.push(event))
  const routerFetch = hookFetch(
    recorder,
    { traceOrigins: options.origins ?? [] },
    { parentOf: options.parentOf ?? (() => recorder.page), contextOf: options.contextOf ?? (() => undefined) },
  )
  return { recorder, events, routerFetch }
}

const navigation: RouterFetchContext = { type: 'navigation', fetcherKey: null, navigationType: NavigationType.Push }

test.each<[string, RequestInfo | URL, RequestInit | undefined, string]>([
  ['a relative address', 'b?c=1', undefined, 'GET'],
  ['a URL', new URL('http://shop.test/b'), { method: 'post' }, 'POST'],
  ['a Request', new Request('http://shop.test/b', { method: 'DELETE' }), undefined, 'DELETE'],
])('a request by %s is a span of its page, whose id it carries', async (_, input, init, method) => {
  const { recorder, events } = hook()
  await window.fetch(input, init)

  const { traceId } = recorder.page.transaction
  expect(events).toMatchObject([{ method, status: 200, span: { parentId: recorder.page.id } }])
  expect(sent[0]?.traceparent).toBe(`00-${traceId}-${events[0]?.span.id}-01`)
  expect(recorder.running.size).toBe(0)
})

test.each<[string, RequestInfo | URL, RequestInit | undefined]>([
  ['of the call', '/b', { headers: { 'X-Own': 'a' } }],
  ['of a Request', new Request('http://shop.test/b', { headers: { 'x-own': 'a' } }), undefined],
  [
    'of the call, which win over those of its Request',
    new Request('http://shop.test/b', { headers: { 'x-own': 'b' } }),
    { headers: [['x-own', 'a']] },
  ],
])('headers %s arrive as they are', async (_, input, init) => {
  hook()
  await window.fetch(input, init)
  expect(sent).toMatchObject([{ own: 'a', traceparent: expect.stringMatching(/^00-/) }])
})

test('another origin is left alone, unless it is allowed', async () => {
  const { events } = hook({ origins: ['https://api.test'] })
  await window.fetch('https://other.test/x')
  await window.fetch('https://api.test/x')
  expect(sent.map(({ traceparent }) => traceparent !== null)).toEqual([false, true])
  expect(events.map(({ url }) => url.href)).toEqual(['https://api.test/x'])
})

test.each([
  ['a failed status', async () => new Response('', { status: 503 }), 1],
  ['no answer', () => Promise.reject(new TypeError('Failed to fetch')), 1],
  ['a slow answer', () => new Promise<Response>(done => setTimeout(done, 1_100, new Response('ok'))), 1],
  ['an answer in time', async () => new Response('ok'), 0],
  ['a request that the app gave up', () => Promise.reject(new DOMException('', 'AbortError')), 0],
])('of another origin, %s leaves the request alone, and makes this many spans: %3$s', async (_, answers, spans) => {
  answer = answers
  const { recorder, events } = hook()
  await window.fetch('https://other.test/x').catch(() => {})
  expect(sent.map(({ traceparent }) => traceparent)).toEqual([null])
  expect(events.map(({ url, span }) => [url.href, span.parentId])).toEqual(
    Array(spans).fill(['https://other.test/x', recorder.page.id]),
  )
  expect(recorder.running.size).toBe(0)
})

test('a failure reaches the app unchanged and is recorded on the span', async () => {
  const failure = new TypeError('Failed to fetch')
  answer = () => Promise.reject(failure)
  const { events } = hook()
  await expect(window.fetch('/b')).rejects.toBe(failure)
  expect(events).toMatchObject([{ status: 0, error: failure }])
})

test.each([
  ['no reason', undefined],
  ['a text', 'unmounted'],
  ['an Error', new Error('superseded')],
  ['null', null],
])('a request aborted with %s is cancelled, on either origin, and the app gets its reason', async (_, reason) => {
  const { events } = hook()
  for (const url of ['/b', 'https://other.test/x']) {
    const control = new AbortController()
    control.abort(reason)
    answer = () => Promise.reject(control.signal.reason)
    await expect(window.fetch(url, { signal: control.signal })).rejects.toBe(control.signal.reason)
  }
  expect(events).toMatchObject([{ error: { name: 'AbortError' } }])
})

test('a timeout that the app sets is a failure', async () => {
  const { events } = hook()
  const signal = AbortSignal.abort(new DOMException('too slow', 'TimeoutError'))
  answer = () => Promise.reject(signal.reason)
  await expect(window.fetch('/b', { signal })).rejects.toBe(signal.reason)
  expect(events).toMatchObject([{ error: signal.reason }])
})

test('a request of the router belongs to what its context names, and has that context', async () => {
  const { recorder, events, routerFetch } = hook({ parentOf: () => own })
  const own = beginSpan()
  await routerFetch(new Request('http://shop.test/b.data'), navigation)
  expect(events).toMatchObject([{ context: navigation, span: { parentId: own.id } }])
  expect(events[0]?.span.transaction).not.toBe(recorder.page.transaction)
})

test('a request of the router that belongs to nothing makes no span', async () => {
  const { events, routerFetch } = hook({ parentOf: () => undefined })
  await routerFetch(new Request('http://shop.test/__manifest'), { ...navigation, type: 'manifest' })
  expect([events, sent[0]?.traceparent]).toEqual([[], null])
})

test("what cannot be read as a request is the browser's own to refuse", async () => {
  const { recorder, events } = hook()
  await expect(window.fetch('http://[')).rejects.toThrow()
  expect(events).toEqual([])
  expect(recorder.fault).toBeInstanceOf(TypeError)
})

test('before the router tells what a request is for, it is found out; afterwards the app’s own requests are asked no more', async () => {
  const { events, routerFetch } = hook({ contextOf: () => ({ type: 'fetcher' }) })
  await window.fetch('/a.data')
  await routerFetch(new InPage('/b.data'), navigation)
  await window.fetch('/c.data')

  expect(events.map(({ context }) => context?.type)).toEqual(['fetcher', 'navigation', undefined])
})
