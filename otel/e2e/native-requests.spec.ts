import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { build } from 'esbuild'
import fc from 'fast-check'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from '../../test/browser/open-browser.ts'
import type { BrowserOptions } from '../lib/browser/browser.ts'
import { openSite, type Received, type Site } from './open-site.ts'
import type { Body, FetchCase, Members, XhrCase } from './send-in-page.ts'

/**
 * What a page with the package sends, and what its app sees of it, is what the browser's own fetch() and XMLHttpRequest send, and one
 * `traceparent` at most: the same generated requests in a page with the package and in one without.
 */

let browser: Browser
let site: Site
const unanswered: ServerResponse[] = []
/** Another origin: as a store of files whose addresses were signed, it allows reading from everywhere, and no header. */
let elsewhere: Site
let native: Page
let traced: Page

beforeAll(async () => {
  browser = await openBrowser()
  const scripts = await bundle()
  elsewhere = await openSite(answerElsewhere)
  site = await openSite((req, res) => answer(req, res, scripts))
  native = await openPage()
  traced = await openPage({ noTraceparentPaths: ['/left-out/'] })
})

afterAll(async () => {
  await browser.close()
  for (const { server } of [site, elsewhere]) {
    server.closeAllConnections()
    server.close()
  }
})

describe('a generated request', () => {
  const headers = fc.array(
    fc.tuple(
      fc.constantFrom('X-Own', 'x-own', 'Accept', 'content-type', 'Cookie', 'X-Other'),
      fc.constantFrom('a', 'text/plain', 'application/json', 'a, b', ''),
    ),
    { maxLength: 3 },
  )
  const ownTrace = fc.constantFrom<[string, string][]>([], [], [], [['TraceParent', 'of the app']])
  const allHeaders = fc.tuple(headers, ownTrace).map(lists => lists.flat())
  const method = fc.constantFrom(
    ...['GET', 'get', 'HEAD', 'POST', 'post', 'PUT', 'put', 'DELETE', 'delete', 'PATCH', 'patch', 'OPTIONS', 'OWN'],
  )
  const body = fc.constantFrom<Body[]>('none', 'text', 'Blob', 'bytes', 'FormData', 'URLSearchParams')
  const abort = fc.constantFrom(
    ...(['never', 'never', 'never', 'before: nothing', 'before: text', 'before: Error', 'before: TypeError'] as const),
    ...(['later: nothing', 'later: text', 'later: Error', 'later: TypeError'] as const),
  )
  const anyMembers: fc.Arbitrary<Members> = fc.record(
    {
      method,
      headers: allHeaders,
      headersShape: fc.constantFrom('record', 'pairs', 'Headers', 'iterator'),
      body: fc.oneof(body, fc.constant('stream' as const)),
      mode: fc.constantFrom('cors', 'same-origin', 'no-cors'),
      credentials: fc.constantFrom('omit', 'same-origin', 'include'),
      cache: fc.constantFrom('default', 'no-store', 'reload', 'no-cache', 'force-cache'),
      redirect: fc.constantFrom('follow', 'manual', 'error'),
      referrer: fc.constantFrom('', '/from', 'about:client'),
      referrerPolicy: fc.constantFrom('no-referrer', 'origin', 'unsafe-url', ''),
      keepalive: fc.boolean(),
      priority: fc.constantFrom('high', 'low', 'auto'),
      integrity: fc.constantFrom('', 'sha256-AAAA'),
    },
    { requiredKeys: [] },
  )
  // Mostly requests that can be.
  const possible = ({ mode: _, ...members }: Members): Members =>
    /^(GET|HEAD)$/i.test(members.method ?? 'GET') ? { ...members, body: 'none' } : members
  const members = fc.oneof({ weight: 3, arbitrary: anyMembers.map(possible) }, anyMembers)
  // A browser streams no body over HTTP/1.1, and Node refuses a method that it does not know at once.
  const isEndless = (one: FetchCase | XhrCase) =>
    one.abort.startsWith('later') && !/stream|"patch"|"OWN"/.test(JSON.stringify(one))
  const abortLater = <T extends FetchCase | XhrCase>(one: T, isPossible: boolean): T =>
    isPossible && isEndless(one) ? { ...one, url: '/never' } : { ...one, abort: one.abort.replace(/^later/, 'before') }
  const path = fc.constantFrom(
    ...['/echo', '/echo', '/missing', '/redirect/echo', '/redirect-307/echo', '/redirect/redirect/echo'],
    ...['/redirect-away/any', '/left-out/redirect-away/none', '/left-out/redirect-away/plain', '/left-out', '/broken'],
  )

  test('by fetch is the same to the server and to the app', async () => {
    const one: fc.Arbitrary<FetchCase> = fc
      .record({
        api: fc.constant('fetch' as const),
        url: path,
        input: fc.constantFrom('text', 'URL', 'object', 'Request', "a frame's Request"),
        inInput: members,
        shape: fc.constantFrom('none', 'plain', 'class', 'inherited', 'hidden', 'no prototype', 'frozen', 'Request'),
        init: members,
        abort,
      })
      .map(one => abortLater(one, one.shape !== 'none'))
    await fc.assert(fc.asyncProperty(one, isSame), { numRuns: 400 })
  })

  test('by XMLHttpRequest is the same to the server and to the app', async () => {
    const one: fc.Arbitrary<XhrCase> = fc
      .record({
        api: fc.constant('xhr' as const),
        url: path,
        method,
        headers: allHeaders,
        body,
        isSync: fc.constantFrom(false, false, true),
        withCredentials: fc.boolean(),
        before: fc.constantFrom('nothing', 'open', 'open and abort', 'a whole request'),
        sendsTwice: fc.boolean(),
        abort,
      })
      .map(one => abortLater(one, !one.isSync))
    await fc.assert(fc.asyncProperty(one, isSame), { numRuns: 300 })
  })
})

const byFetch: FetchCase = {
  ...{ api: 'fetch', url: '/echo', input: 'text', inInput: {}, shape: 'none', init: {}, abort: 'never' },
}
const byXhr: XhrCase = {
  ...{ api: 'xhr', url: '/echo', method: 'GET', headers: [], body: 'none', isSync: false, withCredentials: false },
  ...{ before: 'nothing', sendsTwice: false, abort: 'never' },
}
const own = [['traceparent', `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`]] as const
const ours = expect.stringMatching(/^00-\w{32}-\w{16}-01$/)

test.each<[string, FetchCase | XhrCase, unknown[]]>([
  ['fetch has ours', byFetch, [ours]],
  ['fetch of a Request has ours', { ...byFetch, input: 'Request' }, [ours]],
  ['fetch of a Request that redirects has ours twice', { ...byFetch, url: '/redirect/echo' }, [ours, ours]],
  ["fetch with the app's own has that", { ...byFetch, shape: 'plain', init: { headers: own } }, [own[0][1]]],
  [
    "fetch of a Request with the app's own has that",
    { ...byFetch, input: 'Request', inInput: { headers: own } },
    [own[0][1]],
  ],
  ['an XMLHttpRequest has ours', byXhr, [ours]],
  ["an XMLHttpRequest with the app's own has that", { ...byXhr, headers: own }, [own[0][1]]],
  ["an XMLHttpRequest that is opened again after it had the app's own has ours", { ...byXhr, before: 'open' }, [ours]],
])('%s as traceparent', async (_, one, values) => {
  const { received } = await sendFrom(traced, one)
  expect(received.map(traceOf)).toEqual(values)
})

const traceOf = ({ headers }: Received) => {
  const values = headers.flatMap(([name, value]) => (name.toLowerCase() === 'traceparent' ? [value] : []))
  return values.length > 1 ? values : values[0]
}

test.each([
  ['fetch', byFetch],
  ['XMLHttpRequest', byXhr],
])(
  'what another origin answers by a redirect, and allows no header, fails once by %s and then goes without',
  async (api, one) => {
    const path = `/redirect-away/plain-${api}`
    const answers = [await sendFrom(traced, { ...one, url: path }), await sendFrom(traced, { ...one, url: path })]

    expect(answers.map(({ outcome }) => outcome.at(-1) === 'from elsewhere')).toEqual([false, true])
    expect(answers.map(({ received }) => received.map(({ method, url }) => `${method} ${url}`))).toEqual([
      [`GET ${path}`, `OPTIONS /plain-${api}`],
      [`GET ${path}`, `GET /plain-${api}`],
    ])
  },
)

let cases = 0

async function isSame(one: FetchCase | XhrCase): Promise<void> {
  // Each has an address of its own: a browser holds back a second one to the same, and ours does not trace one that has failed.
  const once = { ...one, url: `${one.url}/${++cases}` }
  const [plain, ours] = [await sendFrom(native, once), await sendFrom(traced, once)]
  expect(ours.outcome).toEqual(plain.outcome)
  // Whether ours may be sent on, another origin is asked.
  const isActual = ({ url, method }: Received) => !url.startsWith('/any') || method !== 'OPTIONS'
  expect(ours.received.filter(isActual).map(withoutOurs)).toEqual(plain.received.filter(isActual))
}

/** The request, if it has one `traceparent` at most. */
function withoutOurs(received: Received): Received {
  const headers = received.headers.filter(([, value]) => !/^00-\w{32}-\w{16}-01$/.test(value))
  return { ...received, headers: received.headers.length - headers.length > 1 ? received.headers : headers }
}

async function sendFrom(page: Page, one: FetchCase | XhrCase) {
  const arrived = new Promise<void>(resolve => {
    site.onWaiting = resolve
  })
  const sent = page.evaluate(one => window.sendInPage(one), one)
  if (one.abort.startsWith('later')) {
    await Promise.race([arrived, sent])
    await page.evaluate(() => window.abortInPage?.())
  }
  // One that was not aborted must end, and a browser leaves one under way that may outlive its page.
  for (const res of unanswered.splice(0)) res.end()
  const outcome = await sent
  const received = [...site.received.splice(0), ...elsewhere.received.splice(0)]
  return withoutBoundaries({ outcome, received })
}

/** Those of forms are random. */
const withoutBoundaries = <T>(seen: T): T =>
  JSON.parse(JSON.stringify(seen).replaceAll(/WebKitFormBoundary\w+/g, 'WebKitFormBoundary'))

async function openPage(options?: BrowserOptions): Promise<Page> {
  const page = await browser.newPage({ baseURL: site.url })
  await page.goto('/')
  await page.context().addCookies([{ name: 'visitor', value: '7', url: site.url }])
  await page.addScriptTag({ url: '/send-in-page.js', type: 'module' })
  if (options !== undefined) {
    await page.evaluate(options => Reflect.set(window, 'givenOptions', options), options)
    await page.addScriptTag({ url: '/with-package.js', type: 'module' })
    // What hooks it comes last.
    await page.waitForFunction(() => !String(XMLHttpRequest.prototype.send).includes('[native code]'))
  }
  await page.waitForFunction(() => 'sendInPage' in window)
  return page
}

/** The scripts of the pages, by name. */
async function bundle(): Promise<Map<string, string>> {
  const browserHalf = JSON.stringify(join(import.meta.dirname, '../lib/browser/browser.ts'))
  const { outputFiles } = await build({
    entryPoints: { 'send-in-page': join(import.meta.dirname, 'send-in-page.ts'), 'with-package': 'with-package' },
    plugins: [
      {
        name: 'with-package',
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /^with-package$/ }, ({ path }) => ({ path, namespace: path }))
          onLoad({ filter: /./, namespace: 'with-package' }, () => ({
            contents: `import { startBrowser } from ${browserHalf}; startBrowser(window.givenOptions)`,
            resolveDir: import.meta.dirname,
          }))
        },
      },
    ],
    ...{ bundle: true, splitting: true, format: 'esm', write: false, outdir: '/', logLevel: 'error' },
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  return new Map(outputFiles.map(({ path, text }) => [path, text]))
}

function answer({ url: path = '' }: IncomingMessage, res: ServerResponse, scripts: Map<string, string>): void {
  const script = scripts.get(path)
  const [, status = '302', away, rest = ''] = /^(?:\/left-out)?\/redirect(?:-(\d+))?(-away)?(\/.*)$/.exec(path) ?? []
  if (script !== undefined) res.setHeader('content-type', 'text/javascript').end(script)
  else if (path === '/') res.setHeader('content-type', 'text/html').end('<!doctype html><title>a page</title><body>')
  else if (rest !== '') {
    res.writeHead(Number(status), { location: `${away === undefined ? '' : elsewhere.url}${rest}` }).end()
  } else if (path.startsWith('/broken')) res.socket?.end('this is not HTTP')
  else if (path.startsWith('/never')) unanswered.push(res)
  else res.writeHead(path.startsWith('/missing') ? 404 : 200).end('answered')
}

function answerElsewhere({ url = '', headers }: IncomingMessage, res: ServerResponse): void {
  if (url.startsWith('/plain')) res.setHeader('access-control-allow-origin', '*')
  if (url.startsWith('/any')) {
    res.setHeader('access-control-allow-origin', headers.origin ?? '*')
    res.setHeader('access-control-allow-credentials', 'true')
    res.setHeader('access-control-allow-headers', headers['access-control-request-headers'] ?? '')
    res.setHeader('access-control-allow-methods', headers['access-control-request-method'] ?? '')
  }
  res.end('from elsewhere')
}
