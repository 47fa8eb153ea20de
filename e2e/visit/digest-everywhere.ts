import type { Page, Response } from 'playwright-core'
import { expect, test } from 'vitest'
import { readWholeResponse } from '../../test/browser/content-of.ts'
import { poll } from '../../test/poll.ts'
import { site } from './open-site.ts'
import { leavePage, navigateBy, traceIdOf } from './open-visit.ts'

/**
 * All ways in which a server failure reaches a visitor: the screen, the log line, the stored exception and the span have the same digest,
 * the browser receives nothing about the error itself, and the server continues.
 */

const secret = 'planted-secret-8d2e'

type Way = 'open' | 'open without scripts' | 'navigate' | 'send' | 'send without scripts'
/** What the visitor can quote. */
type Quotes = 'digest' | 'trace'

const paths: [name: string, way: Way, quotes: Quotes][] = [
  ...(['loader', 'middleware', 'render', 'thrown-response', 'error-screen', 'before-render'] as const).flatMap(
    (name): [string, Way, Quotes][] => [
      [name, 'open', 'digest'],
      [name, 'open without scripts', 'digest'],
    ],
  ),
  ['fetcher', 'open', 'digest'],
  ['deferred-early', 'open', 'trace'],
  ['deferred-late', 'open', 'trace'],
  ['action', 'send', 'digest'],
  ['action', 'send without scripts', 'digest'],
  ['loader', 'navigate', 'digest'],
  ['middleware', 'navigate', 'digest'],
  ['thrown-response', 'navigate', 'digest'],
  ['fetcher', 'navigate', 'digest'],
  ['deferred-early', 'navigate', 'trace'],
  ['deferred-late', 'navigate', 'trace'],
]

test.concurrent.each(paths)('%s, %s: screen, log line, exception and span name one %s', async (name, way, quotes) => {
  const linesBefore = site.stack.lines.length
  // An error screen that fails is a second failure.
  const failures = name === 'error-screen' ? 2 : 1
  const { page, answers, received } = await fail(name, way)
  const text = (await page.locator('body').textContent()) ?? ''
  expect(text).toMatch(
    new RegExp(`a server-side exception occurred while loading the site ${new URL(site.stack.deskUrl).host}`, 'i'),
  )
  expect(text).toMatch(/see the server logs/i)

  const quoted = (quotes === 'digest' ? /Digest:?\s*([0-9a-hjkmnp-tv-z]{10})/ : /Trace ID:?\s*([0-9a-f]{32})/).exec(
    text,
  )?.[1]
  if (quotes === 'digest') {
    const told = answers.filter(answer => answer.headers()['x-errata-digest'] !== undefined)
    expect(told.map(answer => [answer.status(), answer.headers()['x-errata-digest']])).toEqual([[500, quoted]])
    expect(told.map(answer => answer.headers()['cache-control'])).toEqual(['no-store'])
  }
  expect(await page.getByRole('link', { name: 'Reload' }).count()).toBe(1)
  if (quotes === 'trace' && way === 'open') expect(quoted).toBe(await traceIdOf(page))
  const line = await poll(
    () => logLines(linesBefore).find(each => quoted === (quotes === 'digest' ? each.digest : each.trace_id)),
    found => found !== undefined,
  )

  const where = `TraceId = '${line?.trace_id}'`
  const rows = await poll(
    () => site.stack.query(`SELECT Digest, ServiceName FROM exceptions FINAL WHERE ${where}`),
    found => found.length >= failures,
  )
  expect(rows).toHaveLength(failures)
  expect(rows).toContainEqual({ Digest: line?.digest, ServiceName: 'errata-desk' })
  const spans = await poll(
    () =>
      site.stack.query(
        `SELECT DISTINCT SpanAttributes['errata.error.digest'] AS digest FROM otel_traces WHERE ${where} AND digest != ''`,
      ),
    found => found.length > 0,
  )
  expect(spans).toContainEqual({ digest: line?.digest })
  expect(await received()).not.toContain(secret)
  expect((await fetch(`${site.stack.deskUrl}/livez`)).status).toBe(200)
  await page.context().close()
})

test.each(['open', 'navigate'] as const)(
  'client-render, %s: the screen and the console name the trace, where the exception is',
  async way => {
    const consoleLines: string[] = []
    const { page } = await fail('client-render', way, consoleLines)
    const text = (await page.getByRole('alert').textContent()) ?? ''
    expect(text).toMatch(/a client-side exception occurred while loading the site .*see the browser console/is)
    const traceId = /Trace ID:?\s*([0-9a-f]{32})/.exec(text)?.[1]
    await poll(
      () => consoleLines,
      lines => lines.some(line => line.includes(`${traceId}`) && line.includes(secret)),
    )
    const rows = await poll(
      () => site.stack.query(`SELECT ServiceName, Message FROM exceptions FINAL WHERE TraceId = '${traceId}'`),
      found => found.length > 0,
    )
    expect(rows).toEqual([{ ServiceName: 'errata-desk-browser', Message: secret }])
    await page.context().close()
  },
)

test('after-shell: the browser draws that part and names the trace, where the exception of the server is', async () => {
  const linesBefore = site.stack.lines.length
  const { page, received } = await fail('after-shell', 'open')
  const line = await poll(
    () => logLines(linesBefore).at(-1),
    found => found !== undefined,
  )
  expect(await page.getByRole('main').textContent()).toContain(line?.trace_id)
  expect(await page.getByRole('alert').count()).toBe(0)
  const rows = await poll(
    () => site.stack.query(`SELECT Digest, Message FROM exceptions FINAL WHERE TraceId = '${line?.trace_id}'`),
    found => found.length > 0,
  )
  expect(rows).toEqual([{ Digest: line?.digest, Message: secret }])
  expect(await received()).not.toContain(secret)
  await page.context().close()
})

test.each(['client-event', 'client-rejection', 'hydration'])(
  '%s: no screen comes, and the console names message and trace, where the exception is',
  async name => {
    const page = await site.visit('/livez')
    const told = page.waitForEvent('console', message => message.text().startsWith('Client-side exception in trace '))
    await page.goto(`${site.stack.deskUrl}/lab/fail/${name}?say=${secret}`)
    const [, traceId, message] = /in trace ([0-9a-f]{32}): (.*)/.exec((await told).text()) ?? []
    expect(message).toBe(secret)
    expect(traceId).toBe(await traceIdOf(page))
    expect(await page.getByRole('alert').count()).toBe(0)
    expect(await page.getByRole('link', { name: 'Back to lab' }).count()).toBe(1)
    await leavePage(page)
    const rows = await poll(
      () => site.stack.query(`SELECT ServiceName, Message FROM exceptions FINAL WHERE TraceId = '${traceId}'`),
      found => found.length > 0,
    )
    expect(rows).toEqual([{ ServiceName: 'errata-desk-browser', Message: secret }])
    await page.context().close()
  },
)

test.each(['after-shell', 'deferred-early', 'deferred-late'])(
  '%s without scripts: what stands in for the missing part names the trace of line, exception and span',
  async name => {
    const linesBefore = site.stack.lines.length
    const page = await site.visit('/livez', { javaScriptEnabled: false })
    const received = page.waitForEvent('response').then(readWholeResponse)
    const response = await page.goto(`${site.stack.deskUrl}/lab/fail/${name}?say=${secret}`)
    expect(response?.status()).toBe(200)
    const notice = page.locator('main noscript')
    expect(await notice.textContent()).toMatch(
      /If a server-side exception occurred in it, find the server log line by trace ID/,
    )
    const traceId = await notice.locator('code').textContent()

    const line = await poll(
      () => logLines(linesBefore).find(each => each.trace_id === traceId),
      found => found !== undefined,
    )
    const digests = async (sql: string) =>
      await poll(
        () => site.stack.query(`${sql} AND TraceId = '${traceId}'`),
        found => found.length > 0,
      )
    expect(await digests("SELECT Digest, Message FROM exceptions FINAL WHERE Digest != ''")).toEqual([
      { Digest: line?.digest, Message: secret },
    ])
    const ofSpan = "SpanAttributes['errata.error.digest']"
    expect(await digests(`SELECT DISTINCT ${ofSpan} AS digest FROM otel_traces WHERE digest != ''`)).toEqual([
      { digest: line?.digest },
    ])
    expect((await received).replaceAll(`say=${secret}`, '')).not.toContain(secret)
    await page.context().close()
  },
)

interface Failure {
  readonly page: Page
  /** Pages and data, oldest first. */
  readonly answers: readonly Response[]
  /** Pages and data with their headers, without the URL itself, which contains the planted text. */
  received(): Promise<string>
}

async function fail(name: string, way: Way, consoleLines: string[] = []): Promise<Failure> {
  const scripts = !way.endsWith('without scripts')
  const first = way === 'navigate' ? `/lab?say=${secret}` : '/livez'
  const page = await site.visit(first, { javaScriptEnabled: scripts })
  await page.waitForLoadState('networkidle')
  const answers: Response[] = []
  const contents: Promise<string>[] = []
  page.on('console', message => consoleLines.push(message.text()))
  page.on('response', response => {
    if (/\/assets\/|\/otlp\//.test(response.url())) return
    answers.push(response)
    contents.push(readWholeResponse(response))
  })
  if (way === 'navigate') {
    await navigateBy(page.getByRole('link', { name: `Navigate to ${name}`, exact: true }))
  } else {
    await page.goto(`${site.stack.deskUrl}/lab/fail/${name}?say=${secret}`)
    if (way.startsWith('send')) {
      // Only what comes after the form was sent counts.
      await Promise.all(contents.splice(0))
      await page.getByRole('button', { name: 'Send' }).click()
    }
  }
  await page
    .getByText(/(server|client)-side exception/)
    .first()
    .waitFor()
  const received = async () => (await Promise.all(contents)).join('\n').replaceAll(`say=${secret}`, '')
  return { page, answers, received }
}

/** The app's log lines of errors, as an operator would grep for them. */
function logLines(from: number): { digest: string; trace_id: string }[] {
  return site.stack.lines
    .slice(from)
    .filter(line => line.startsWith('{') && line.includes('"digest"'))
    .map(line => JSON.parse(line))
}
