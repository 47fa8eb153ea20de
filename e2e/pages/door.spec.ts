import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, createBrotliDecompress } from 'node:zlib'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { poll } from '../../test/poll.ts'
import { leavePage, openStackWithBrowser, type StackWithBrowser } from '../visit/open-visit.ts'

/** Access and responses: hosts, policies, other sites, compression. */

let site: StackWithBrowser
/** Another site on this machine, which serves the contents of `trap`. */
let elsewhere: Server
let trap = ''

beforeAll(async () => {
  site = await openStackWithBrowser({ ERRATA_ALLOWED_HOSTS: 'desk.example', ERRATA_BEHIND_PROXY: '1' })
  elsewhere = createServer((_, res) => res.setHeader('content-type', 'text/html').end(trap)).listen(0, '127.0.0.1')
  await once(elsewhere, 'listening')
})
afterAll(async () => {
  elsewhere.closeAllConnections()
  elsewhere.close()
  await site[Symbol.asyncDispose]()
})

describe('every answer', () => {
  const answers: [what: string, status: number, path: string, headers?: Record<string, string>, method?: string][] = [
    ['a page', 200, '/'],
    ["a page's data", 200, '/traces.data'],
    ['a page that is not there', 404, '/no-such-page'],
    ['a redirect', 302, '/find?q=k7m2x9qd4r'],
    ['an error screen', 500, '/lab/fail/loader'],
    ['the page of last resort', 500, '/lab/fail/before-render'],
    ['a health check', 200, '/livez'],
    ["the relay's", 405, '/otlp/v1/traces'],
    ['for another host', 421, '/', { host: 'evil.example' }],
    ['for another site', 403, '/', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }],
    ['for a form of another site', 403, '/lab/fail/action', { origin: 'https://evil.example' }, 'POST'],
  ]

  test.each(answers)('%s (%i) carries the policies', async (_, status, path, headers, method) => {
    const answer = await ask(path, headers, method)
    expect(answer.statusCode).toBe(status)
    checkPolicies(answer.headers)
  })

  test('a script does too, and again when it is there already', async () => {
    const path = await scriptOf('/')
    const first = await ask(path)
    const again = await ask(path, { 'if-none-match': first.headers.etag ?? '' })
    expect([first.statusCode, again.statusCode]).toEqual([200, 304])
    for (const { headers } of [first, again]) checkPolicies(headers)
  })

  function checkPolicies(headers: IncomingHttpHeaders): void {
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("base-uri 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toMatch(/form-action '(none|self)'/)
    expect(policy).not.toContain('unsafe')
    expect(headers).toMatchObject({
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    })
  }
})

test.each(['/', '/lab/fail/loader', '/lab/fail/after-shell'])(
  'every script of %s carries the nonce of that one answer, and nothing a style of its own',
  async path => {
    const [one, other] = [await read(path), await read(path)]
    const [, nonce = ''] = /'nonce-([^']{22,})'/.exec(one.policy) ?? []
    expect(one.html.match(/<script\b[^>]*>/g)?.filter(tag => !tag.includes(` nonce="${nonce}"`))).toEqual([])
    expect([other.policy.includes(nonce), one.headers['cache-control']]).toEqual([false, 'no-store'])
    expect(one.html.match(/<[^>]*\sstyle=/g)).toBeNull()
  },
)

test('an injected script does not run, and the page requests nothing from other origins', async () => {
  const forbidden = new Set<string | undefined>()
  const page = await site.visit('/livez', { onViolation: violation => forbidden.add(violation.split(' ')[0]) })
  await page.goto(`${site.stack.deskUrl}/traces`, { waitUntil: 'networkidle' })
  expect([...forbidden]).toEqual([])
  await page.evaluate(origin => {
    const script = document.createElement('script')
    script.textContent = 'window.broughtIn = true'
    document.head.append(script)
    document.body.insertAdjacentHTML('beforeend', `<img src="${origin}/seen" onerror="window.broughtIn = true">`)
    return fetch(origin).catch(() => {})
  }, originOf('127.0.0.1'))
  await poll(
    () => ['connect-src', 'img-src', 'script-src-attr', 'script-src-elem'].filter(name => !forbidden.has(name)),
    missing => missing.length === 0,
  )
  expect(await page.evaluate(() => Reflect.has(window, 'broughtIn'))).toBe(false)
  await page.context().close()
})

test("the lab's second origin is in the policy where the lab is", async () => {
  expect((await read('/lab')).policy).toContain(` ${site.stack.labOriginUrl};`)
})

test('the desk answers to loopback and to the names that it was given, and to no two', async () => {
  const hosts = ['localhost', 'desk.example:443', '127.0.0.1:1', 'evil.example', '127.999.1.1']
  const statuses = hosts.map(async host => (await ask('/traces', { host })).statusCode)
  expect(await Promise.all(statuses)).toEqual([200, 200, 200, 421, 421])
  expect((await ask('/traces', ['Host', 'localhost', 'Host', 'evil.example'])).statusCode).toBe(421)
  expect((await ask('/livez', { host: '10.1.2.3:3000' })).statusCode).toBe(200)
})

test.each([
  '//evil.example/x',
  '///',
  '/traces//x',
  '/%2f/evil.example',
  '/%5cevil.example',
  String.raw`/\evil.example`,
])('%s, of which links could lead elsewhere, is refused with 400', async path => {
  const { statusCode, body } = await ask(path)
  expect([statusCode, body.toString()]).toEqual([400, expect.stringMatching(/^The address has .*\.\n$/)])
})

test('TRACE is refused with 405', async () => {
  expect((await ask('/', {}, 'TRACE')).statusCode).toBe(405)
})

test('a form reaches its action through a proxy that speaks TLS', async () => {
  const headers = { host: 'desk.example', origin: 'https://desk.example', 'x-forwarded-proto': 'https' }
  const { statusCode, body } = await ask('/lab/fail/action', headers, 'POST')
  expect([statusCode, body.toString()]).toEqual([500, expect.stringContaining('desk.example')])
})

describe('a page of another site', () => {
  test.each(['localhost', '127.0.0.1'])('cannot cause a failure of the lab from %s, whatever it tries', async name => {
    const message = `said from elsewhere ${crypto.randomUUID()}`
    const target = `${site.stack.deskUrl}/lab/fail/loader?say=${encodeURIComponent(message)}`
    trap = `<img src="${target}"><iframe src="${target}"></iframe><script>fetch('${target}', { mode: 'no-cors' })</script>
      <a href="${target}">a link</a>
      <form method="post" action="${site.stack.deskUrl}/lab/fail/action?say=${encodeURIComponent(message)}"><button>a form</button></form>`
    const forbidden: string[] = []
    const page = await visitElsewhere(name, violation => forbidden.push(violation))
    expect(forbidden.join()).toContain('Framing')
    await page.getByRole('button', { name: 'a form' }).click()
    await page.getByText('This request came from another site').waitFor()
    await page.goBack({ waitUntil: 'networkidle' })
    await page.getByRole('link', { name: 'a link' }).click()
    await page.getByRole('heading', { level: 1, name: 'Forbidden' }).waitFor()
    await site.settled()
    expect(await stored(message)).toBe(0)

    // A link followed on Errata itself is the visitor's own decision.
    await page.getByRole('link', { name: '/lab/fail/loader' }).click()
    await page.getByRole('heading', { level: 1, name: 'Application error' }).waitFor()
    await leavePage(page)
    await site.settled()
    expect(await stored(message)).toBe(1)
    await page.context().close()
  })

  test('leads to an ordinary page by a link', async () => {
    trap = `<a href="${site.stack.deskUrl}/traces">a link</a>`
    const page = await visitElsewhere('localhost')
    await page.getByRole('link', { name: 'a link' }).click()
    await page.getByRole('heading', { level: 1, name: 'Traces' }).waitFor()
    await page.context().close()
  })

  test('cannot have the data of a failure asked for, of which routes soever', async () => {
    const headers = { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
    for (const query of ['', '?_routes=routes%2Flab%2Ffail%2Floader']) {
      expect((await ask(`/lab/fail/loader.data${query}`, headers)).statusCode).toBe(403)
    }
  })
})

describe('over the wire', () => {
  test.each(['/', '/traces.data?own=1', '/lab'])('%s goes packed', async path => {
    const [plain, packed] = [await ask(path), await ask(path, { 'accept-encoding': 'gzip, deflate, br, zstd' })]
    expect([plain.headers['content-encoding'], packed.headers['content-encoding']]).toEqual([undefined, 'br'])
    expect(brotliDecompressSync(packed.body).length).toBeGreaterThan(packed.body.length * 2)
  })

  test('a browser takes page, data, script and style packed', async () => {
    const page = await site.visit('/livez')
    const encodings = new Map<string, string | undefined>()
    page.on('response', response => {
      const kind = /\.(js|css|data)(\?|$)/.exec(response.url())?.[1] ?? response.request().resourceType()
      encodings.set(kind, response.headers()['content-encoding'])
    })
    await page.goto(site.stack.deskUrl)
    await page.getByRole('link', { name: 'Traces', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Traces' }).waitFor()
    expect(Object.fromEntries(encodings)).toMatchObject({ document: 'br', data: 'br', js: 'br', css: 'br' })
    await page.context().close()
  })

  test('the shell of a packed page is there before what streams later', async () => {
    const parts = await poll(
      async () => {
        const response = await send('/lab/fail/deferred-late', { 'accept-encoding': 'br' })
        const parts: string[] = []
        for await (const part of response.pipe(createBrotliDecompress())) parts.push(String(part))
        return parts
      },
      // A part that is 300 ms late is in time for the shell if a busy machine took as long to render that.
      parts => !parts[0]?.includes('$RX("B:0"'),
    )
    const late = parts.findIndex(part => part.includes('$RX("B:0"'))
    expect(parts.slice(0, late).join('')).toContain('Loading this part of the page')
    expect(parts.slice(0, late).join('')).toContain('All times in UTC')
  })
})

/** A page of another site; localhost is another site than 127.0.0.1, and another port is the same site. */
async function visitElsewhere(name: string, onViolation = (_: string): void => {}): Promise<Page> {
  const page = await site.visit('/livez', { onViolation })
  await page.goto(originOf(name), { waitUntil: 'networkidle' })
  return page
}

function originOf(name: string): string {
  const { port }: AddressInfo = Object(elsewhere.address())
  return `http://${name}:${port}`
}

async function stored(message: string): Promise<number> {
  const [row] = await site.stack.query(
    `SELECT count() AS n FROM exceptions FINAL WHERE position(Message, '${message}') > 0`,
  )
  return Number(row?.['n'])
}

async function scriptOf(path: string): Promise<string> {
  return /\/assets\/entry\.client-[^"]+\.js/.exec((await read(path)).html)?.[0] ?? ''
}

async function read(path: string) {
  const { headers, body } = await ask(path)
  return { headers, policy: String(headers['content-security-policy']), html: body.toString() }
}

type SentHeaders = Readonly<Record<string, string>> | readonly string[]

async function ask(path: string, headers?: SentHeaders, method?: string) {
  const response = await send(path, headers, method)
  return { statusCode: response.statusCode, headers: response.headers, body: await buffer(response) }
}

/** fetch() does not allow setting host, origin and encodings. */
async function send(path: string, headers: SentHeaders = {}, method = 'GET'): Promise<IncomingMessage> {
  // The path as it is: an URL would change its slashes.
  const sent = request(site.stack.deskUrl, { path, headers, method }).end()
  const [response]: [IncomingMessage] = Object(await once(sent, 'response'))
  return response
}
