import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePorts } from '../../test/free-ports.ts'
import { installedNginx } from '../../test/nginx/find-nginx.ts'
import { startNginx } from '../../test/nginx/start-nginx.ts'
import { type RunningDesk, startDesk } from '../../test/stack/start-desk.ts'

/** Responses to anonymous clients when only the visitor page is public. */

let desk: RunningDesk
let deskPort: number
let visitorPort: number
const nginx = installedNginx()

beforeAll(async () => {
  ;[visitorPort = 0] = await freePorts(1)
  const settings = { ERRATA_VISITOR_PORT: `${visitorPort}`, ERRATA_BEHIND_PROXY: '1', OTEL_SDK_DISABLED: 'false' }
  desk = await startDesk({ settings })
  deskPort = Number(new URL(desk.url).port)
})
afterAll(() => desk[Symbol.asyncDispose]())

const word = fc.constantFrom('e', 'E', '%65', '%2565', 'issues', 'issues/x', 'traces', 'status', 'livez', '_root', '')
const dots = fc.constantFrom(
  '.',
  '..',
  '%2e%2e',
  '%2E.',
  '.%2e',
  '%252e%252e',
  '%25252e.',
  '..;',
  '%c0%ae%c0%ae',
  '..%00',
)
const slash = fc.constantFrom('/', '//', '\\', '/\\', '%2f', '%5c', '%252F', '%255c', '/./', '\t/', '/;/')
const end = fc.constantFrom('', '', '.data', '%2edata', '?index', '?_routes=root', '#', '%', '%zz', '%20', '/')
const spelling = fc
  .tuple(
    fc.constantFrom('/e/', '/e/k7', '/E/', '/%65/', '//e/', '/e\\', '/x/../e/', '/e%2f', '/'),
    fc.array(fc.tuple(fc.oneof(dots, word), slash), { maxLength: 4 }),
    word,
    end,
  )
  .map(([start, steps, last, end]) => `${start}${steps.flat().join('')}${last}${end}`)
const method = fc.constantFrom('GET', 'GET', 'HEAD', 'POST', 'PUT', 'TRACE', 'OPTIONS')
const host = fc.constantFrom(
  'localhost',
  'shop.example',
  'localhost/issues?',
  'localhost/issues#',
  'localhost/e/..\\issues?',
  'a@localhost',
)

test('the address of the visitor’s page has that page and nothing else, however something else is spelled', async () => {
  await fc.assert(
    fc.asyncProperty(method, spelling, host, async (method, target, host) => {
      expectPublic(await send(visitorPort, { method, target, host }))
    }),
    { numRuns: 600 },
  )
})

test('nothing on the way out of /e/ leads to the desk, on its own address either', async () => {
  await fc.assert(
    fc.asyncProperty(method, spelling, async (method, target) => {
      const isBelow = /^[/\\]+e[/\\]/i.test(target)
      const answer = await send(deskPort, { method, target, host: 'localhost' })
      if (isBelow) expectPublic(answer)
      else expect(answer.status).toBeLessThan(500)
    }),
    { numRuns: 600 },
  )
})

test.each([
  String.raw`/e/..\issues`,
  String.raw`/e/x\..\..\issues.data`,
  '/e/../issues',
  '/e/%2e%2e/issues',
  '/e/.%2e/status',
  '/e/../issues.data',
  '/e/%252e%252e/issues',
  '/e/..%2fissues',
  '/e/..%5cissues',
])('%s is refused', async target => {
  for (const method of ['GET', 'POST']) {
    expect((await send(deskPort, { method, target, host: 'localhost' })).status).toBe(400)
    expect((await send(visitorPort, { method, target, host: 'localhost' })).status).toBe(404)
  }
})

test('no path is read out of the name of a host, at a health check either', async () => {
  for (const host of ['localhost/issues?', 'desk/status#', 'x\\issues?']) {
    expect((await send(deskPort, { method: 'GET', target: '/livez', host })).status).toBe(421)
  }
  expect((await send(deskPort, { method: 'GET', target: '/livez', host: '10.1.2.3:3000' })).status).toBe(200)
})

test('no visitor learns a trace id, at either address, as the readers of the desk do', async () => {
  const headOf = async (port: number, target: string) =>
    (await send(port, { method: 'GET', target, host: 'localhost' })).head
  expect(await headOf(deskPort, '/issues')).toMatch(/^server-timing: .*traceparent/im)
  for (const port of [deskPort, visitorPort]) {
    for (const target of ['/e/k7m2x9qd4r', '/e/k7m2x9qd4r?x', '/e/%zz', '/e/'])
      expect(await headOf(port, target)).not.toMatch(/server-timing|traceparent/i)
  }
})

/** It redirects from `/e` to `/e/` by itself. */
const ofNginx = [301, 400, 404, 405, 421, 429]

describe.runIf(nginx !== undefined)('behind nginx, as docs/production.md configures it', () => {
  test('the page is public and nothing else is, however it is spelled', async () => {
    const [port = 0] = await freePorts(1)
    await using proxy = await startNginx(nginx ?? '', port, recipeOf('docs/production.md', visitorPort))
    const page = await send(proxy.port, { method: 'GET', target: '/e/k7m2x9qd4r', host: 'shop.example' })
    expect([page.status, page.body]).toEqual([200, expect.stringContaining('We’ve recorded this error.')])
    await fc.assert(
      fc.asyncProperty(method, spelling, async (method, target) => {
        expectPublic(await send(proxy.port, { method, target, host: 'shop.example' }), ofNginx)
      }),
      { numRuns: 400 },
    )
  })

  test('a proxy that hands on what begins with /e/ to the desk itself opens nothing either', async () => {
    const [port = 0] = await freePorts(1)
    await using proxy = await startNginx(nginx ?? '', port, recipeOf('docs/production.md', deskPort))
    await fc.assert(
      fc.asyncProperty(method, spelling, async (method, target) => {
        expectPublic(await send(proxy.port, { method, target, host: 'localhost' }), ofNginx)
      }),
      { numRuns: 400 },
    )
  })
})

interface Answer {
  readonly status: number
  readonly head: string
  readonly body: string
}

/** The page of a digest, or a refusal of one line. */
function expectPublic({ status, head, body }: Answer, refusals = [400, 404, 405, 421, 429]): void {
  if (status === 200) expect(body).toMatch(/^(|<!doctype html>\n<html lang="en">\n.*<h1>About your error<\/h1>.*)$/s)
  else expect(refusals).toContain(status)
  expect(head).not.toMatch(/server-timing|traceparent|[0-9a-f]{32}/i)
  expect(body).not.toMatch(/errata-desk|__reactRouter|site-header|single-fetch|\/issues/)
}

/** The nginx configuration in a document, with this target port. */
function recipeOf(file: string, port: number): string {
  // HTTP/1.0: the response comes in one piece.
  const lines = readFileSync(join(import.meta.dirname, '../..', file), 'utf8').split('\n')
  return lines
    .filter(line => line.startsWith('    location '))
    .join('\n')
    .replace(/127\.0\.0\.1:\d+/g, `127.0.0.1:${port}`)
}

let sent = 0

/** No client sends such targets: they are written raw, each from its own address. */
async function send(
  port: number,
  { method, target, host }: Record<'method' | 'target' | 'host', string>,
): Promise<Answer> {
  const socket = connect(port, '127.0.0.1')
  const address = `203.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent++ & 255}`
  const lines = [`${method} ${target} HTTP/1.0`, `Host: ${host}`, `X-Forwarded-For: ${address}`, 'Content-Length: 0']
  socket.write([...lines, 'Connection: close', '', ''].join('\r\n'), 'latin1')
  const [head = '', ...rest] = (await text(socket)).split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), head, body: rest.join('\r\n\r\n') }
}
