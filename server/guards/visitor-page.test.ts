import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { guardVisitorPage } from './visitor-page.ts'

const clientOf = ({ headers }: IncomingMessage) => String(headers['x-client'])

function ask(guard: ReturnType<typeof guardVisitorPage>, url: string, client = ''): number | undefined {
  const req = new IncomingMessage(new Socket())
  Object.assign(req, { method: 'GET', url, headers: { 'x-client': client } })
  const res = new ServerResponse(req)
  return guard(req, res) ? res.statusCode : undefined
}

test.each([
  '/e/k7m2x9qd4r',
  '/e/k7m2x9qd4r?from=mail',
  '/e/a.b%20c',
  '/',
  '/exceptions',
  '/digest/k7m2x9qd4r',
  '/e',
  '/_root.data',
])('%s passes', url => {
  expect(ask(guardVisitorPage({ clientOf: () => '' }), url)).toBeUndefined()
})

// Paths that a proxy which allows only `/e/` lets through, and the router reads as other pages.
test.each([
  '/e/k7m2x9qd4r.data',
  '/E/k7m2x9qd4r.data',
  '/%65/x.data',
  '/%65/x',
  '/E/x',
  '//e/x',
  '/e/x/',
  '/e/',
  '/e/a/b',
  '/e/%2e%2e/issues',
  '/e/x%2f..%2fissues',
  String.raw`/e/..\issues`,
  String.raw`/e\x`,
  '/%2565/x',
  '/e/x%2edata',
])('%s is answered with 404', url => {
  expect(ask(guardVisitorPage({ clientOf: () => '' }), url)).toBe(404)
})

test('each client has its own limit a minute, over all its requests', () => {
  let nowMs = 0
  const guard = guardVisitorPage({ clientOf, perMinute: 2, nowMs: () => nowMs })
  expect(['/e/a', '/e/b', '/e/c'].map(path => ask(guard, path, '192.0.2.1'))).toEqual([undefined, undefined, 429])
  expect(ask(guard, '/e/a', '192.0.2.2')).toBeUndefined()
  expect(ask(guard, '/traces', '192.0.2.1')).toBeUndefined()
  nowMs = 60_000
  expect(ask(guard, '/e/a', '192.0.2.1')).toBeUndefined()
})
