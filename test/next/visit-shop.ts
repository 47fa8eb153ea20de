import type { Browser } from 'playwright-core'
import { poll } from '../poll.ts'
import type { ReceivedRecord, Receiver } from './otlp-receiver.ts'
import type { ServerHost } from './shop-files.ts'

export interface VisitedShop {
  readonly url: string
  readonly host: ServerHost
  readonly service: string
}

/** Visits every failure of the shop. @returns The server's responses. */
export async function visitShop(browser: Browser, { url, host }: VisitedShop) {
  // With its own connections, which end with it.
  const context = await browser.newContext()
  const page = await context.newPage()
  const home = await page.goto(url, { waitUntil: 'networkidle' })
  const html = [await page.content()]
  // Before hydration a link loads a document and a button does nothing.
  const isHydrated = (tag: string) =>
    page.waitForFunction(
      of => Object.keys(document.querySelector(of) ?? {}).some(key => key.startsWith('__reactProps')),
      tag,
    )
  await isHydrated('a')
  await page.getByRole('button', { name: 'watch' }).click()
  await page.getByText('watched').waitFor()
  await page.getByRole('link', { name: 'cart' }).click()
  await page.getByRole('button', { name: 'pay' }).click()
  await page.getByRole('link', { name: 'home' }).click()
  await page.getByText('In stock').waitFor()
  await page.goto(`${url}/order`, { waitUntil: 'networkidle' })
  await isHydrated('button')
  await page.getByRole('button', { name: 'order' }).click()
  await page.getByText('Digest').waitFor()
  await page.goto(`${url}/later`)
  await page.getByText('no news').waitFor()
  const boom = await page.goto(`${url}/boom/7`, { waitUntil: 'networkidle' })
  html.push(await page.content())
  const shown = await page.locator('main').textContent()
  const missing = await page.goto(`${url}/no-such-page`, { waitUntil: 'networkidle' })
  await page.goto('about:blank')
  await context.close()
  if (hasApi(host)) await (await fetch(`${url}/api/items/7`)).text()
  return {
    html: html.join(),
    shown: shown ?? '',
    timing: home?.headers()['server-timing'] ?? '',
    digest: boom?.headers()['x-errata-digest'] ?? '',
    missing: missing?.status(),
  }
}

const withoutApi: readonly ServerHost[] = ['react-router-serve', 'pnpm start', 'react-router dev']
const hasApi = (host: ServerHost) => !withoutApi.includes(host)

/** Expectations of that visit by name: true if met. */
export function listExpectations(
  { spans: allSpans, logs: allLogs, posted }: Receiver,
  { html, shown, timing, digest, missing }: Awaited<ReturnType<typeof visitShop>>,
  { host, service }: VisitedShop,
): Record<string, boolean> {
  const isOurs = ({ resource }: ReceivedRecord) => String(resource['service.name']).startsWith(service)
  const spans = allSpans.filter(isOurs)
  const logs = allLogs.filter(isOurs)
  // Instrumentations of HTTP name the path by either of two conventions.
  const isData = ({ kind, attributes }: ReceivedRecord) =>
    kind > 1 &&
    /\.data(\?|$)/.test(String(attributes['url.path'] ?? attributes['http.target'] ?? attributes['url.full']))
  const ofBrowser = ({ resource }: ReceivedRecord) => resource['service.name'] === `${service}-browser`
  const servers = (name: string) => spans.filter(span => span.kind === 2 && span.name === name)
  const homes = servers('GET /').filter(span => !isData(span))
  const [home] = homes
  const below = (parent: ReceivedRecord | undefined, is: (span: ReceivedRecord) => boolean) =>
    spans.find(span => parent !== undefined && span.parentSpanId === parent.spanId && is(span))
  const loader = below(home, ({ name }) => name === 'loader routes/home')
  const pageLoad = below(home, ({ name }) => name === 'pageload /')
  const navigation = spans.find(({ name }) => name === 'navigation /cart/:id')
  const fetcher = spans.find(({ name }) => name === 'fetcher /')
  const fetchersPost = below(fetcher, ({ kind, name }) => kind === 3 && name === 'POST /')
  const exceptions = (message: string) =>
    logs.filter(
      ({ attributes }) => attributes['exception.message'] === message && attributes['exception.type'] !== undefined,
    )
  const [boom] = exceptions('s3cr3t')
  const [pay] = exceptions('no cart')
  const isBuilt = host !== 'react-router dev'
  const names = (text: unknown, file: string, line: number) =>
    String(text).includes(isBuilt ? `app/routes/${file}:${line}:` : `routes/${file}`)
  const both = [home, pageLoad].map(span => span?.resource ?? {})
  return {
    'one SERVER span for a page': homes.length === 1,
    'the page tells its trace': timing.includes(home?.traceId ?? 'none'),
    'a span for the loader': loader !== undefined,
    'an HTTP call below the loader': below(loader, ({ kind, name }) => kind === 3 && name === 'GET') !== undefined,
    'a database call below the loader':
      below(loader, ({ name }) => /^get\b/i.test(name) && name !== 'GET') !== undefined,
    'a line of the app’s own logger in the trace of its request': logs.some(
      log => log.name === 'looked up' && log.traceId === home?.traceId,
    ),
    'the render': below(home, ({ name }) => name === 'render shell') !== undefined,
    'the browser’s page load below the server’s span': pageLoad !== undefined,
    'a navigation with its request on both sides': spans.some(
      span => span.kind === 2 && span.name === 'GET /cart/:id' && span.traceId === navigation?.traceId,
    ),
    'a navigation back to the first page with its request on both sides': [2, 3].every(side =>
      spans.some(
        ({ kind, name, traceId }) =>
          kind === side && name === 'GET /' && traceId === spans.find(of => of.name === 'navigation /')?.traceId,
      ),
    ),
    'a fetcher’s request below it, and the server’s part below that':
      below(fetchersPost, ({ kind, name }) => kind === 2 && name === 'POST /') !== undefined,
    'what it loads anew in its trace': spans.some(
      ({ kind, name, traceId }) => kind === 2 && name === 'GET /' && traceId === fetcher?.traceId,
    ),
    'a name for every data request, on both sides':
      spans.some(isData) && spans.filter(isData).every(({ name }) => /^[A-Z]+ \//.test(name)),
    'web vitals': logs.some(({ attributes }) => attributes['browser.web_vital.name'] === 'ttfb'),
    'an exception of a loader, once': exceptions('s3cr3t').length === 1,
    'its stack in the source': names(boom?.attributes['exception.stacktrace'], 'boom.tsx', 2),
    'its digest in the header and on the screen':
      digest !== '' && boom?.attributes['errata.error.digest'] === digest && shown.includes(digest),
    'its route': boom?.attributes['errata.transaction.route'] === '/boom/:id',
    'nothing of it in the page': !isBuilt || !/s3cr3t/.test(html),
    'an exception of an action, once': exceptions('s3cr3t order').length === 1,
    'a rejected promise, once': exceptions('s3cr3t news').length === 1,
    'an exception in the browser, once, with its stack in the source':
      exceptions('no cart').length === 1 && names(pay?.attributes['exception.stacktrace'], 'cart.tsx', 8),
    'its route there': pay?.attributes['errata.transaction.route'] === '/cart/:id',
    'release and environment of both sides': both.every(
      resource => resource['service.version'] === '1.4.2' && resource['deployment.environment.name'] === 'trial',
    ),
    'a page that is not there is one':
      missing === 404 && spans.some(({ attributes }) => attributes['errata.transaction.route'] === '/404'),
    'no span for files': !spans.some(({ attributes }) => String(attributes['url.path']).startsWith('/assets/')),
    'no span for what browsers report': !spans.some(({ attributes }) =>
      String(attributes['url.path']).startsWith('/otlp'),
    ),
    'browser and server are two services':
      pageLoad !== undefined && ofBrowser(pageLoad) && home?.resource['service.name'] === service,
    ...(/Sentry/.test(host) && { 'what Sentry records itself, at Sentry': posted.has('/api/1/envelope/') }),
    ...(hasApi(host) && {
      'an exception of a handler of the framework, once, by its route':
        exceptions('s3cr3t item').length === 1 &&
        spans.some(({ kind, attributes }) => kind === 2 && attributes['http.route'] === '/api/items/:id'),
    }),
  }
}

/** Waits until all expectations are met, or no more data is expected. @returns The names of unmet ones. */
export async function waitForUnmetExpectations(
  receiver: Receiver,
  answers: Awaited<ReturnType<typeof visitShop>>,
  visited: VisitedShop,
) {
  const missing = async () =>
    Object.entries(listExpectations(receiver, answers, visited))
      .filter(([, isSeen]) => !isSeen)
      .map(([name]) => name)
  await poll(missing, names => names.length === 0, 30_000).catch(() => {})
  return missing()
}
