import { expect, test } from 'vitest'
import { poll } from '../../test/poll.ts'
import { starting } from './find-spans.ts'
import { browser, fixture, openVisitWith, startFixtureAndBrowser } from './fixture-and-browser.ts'
import { openVisit, type VisitedLog } from './open-visit.ts'

startFixtureAndBrowser()

declare global {
  interface Window {
    posted?: Promise<{ readonly encoding: string | null; readonly text: string }>[]
  }
}

const bulk = (spans: readonly { readonly name: string }[]) => spans.filter(span => span.name === 'bulk').length

test.for(['record 400 spans and leave', 'record 400 spans while leaving'])('%s: all are stored, once', async press => {
  await using visit = await openVisit(browser, fixture)
  await visit.open('/browser')
  await visit.press(press)
  await visit.page.getByRole('heading', { name: 'Fixture' }).waitFor()
  await visit.finish()

  expect(bulk(await visit.spans(spans => bulk(spans) >= 400))).toBe(400)
})

test('of what exceeds what a browser lets outlive a page, each record is stored or counted as lost', async () => {
  await using visit = await openVisit(browser, fixture)
  await visit.open('/browser')
  await visit.press('record 500 spans of noise while leaving')
  await visit.page.getByRole('heading', { name: 'Fixture' }).waitFor()
  await visit.finish()
  const isLoss = ({ attributes }: VisitedLog) => attributes['errata.telemetry.reason'] === 'page_gone'
  const logs = await visit.logs(found => found.some(isLoss))
  const lost = logs
    .filter(isLoss)
    .reduce((sum, { attributes }) => sum + Number(attributes['errata.telemetry.count']), 0)

  expect(lost).toBeGreaterThan(0)
  // Some of what is left to chance arrives all the same.
  expect(bulk(await visit.spans(spans => bulk(spans) + lost >= 500)) + lost).toBeGreaterThanOrEqual(500)
})

test('fail 50 times and leave: all 50 exceptions are stored, once', async () => {
  await using visit = await openVisit(browser, fixture)
  await visit.open('/browser')
  await visit.press('fail 50 times and leave')
  await visit.page.getByRole('heading', { name: 'Fixture' }).waitFor()
  await visit.finish()

  expect(await visit.exceptions(50)).toHaveLength(50)
})

/** Keeps in the tab, in order, what the browser half posts: how it is encoded, and its text unpacked. */
const keepPosts = () => {
  const native = window.fetch
  const unpack = (body: unknown) =>
    body instanceof Blob
      ? new Response(body.stream().pipeThrough(new DecompressionStream('gzip'))).text()
      : Promise.resolve(String(body))
  window.fetch = (input, init) => {
    if (!String(input).includes('/otlp/v1/')) return native(input, init)
    const encoding = new Headers(init?.headers).get('content-encoding')
    const order = `${sessionStorage.getItem('order') ?? ''}${String(input)} ${String(init?.body).includes('left behind')},`
    sessionStorage.setItem('order', order)
    window.posted = [...(window.posted ?? []), unpack(init?.body).then(text => ({ encoding, text }))]
    return native(input, init)
  }
}

test('batches are compressed and within what the receiver takes, whatever language they are in', async () => {
  await using visit = await openVisit(browser, fixture)
  await visit.page.addInitScript(keepPosts)
  await visit.open('/browser')
  await visit.page.evaluate(() => {
    for (let i = 0; i < 30; i++) reportError(new Error(`${i} ${'漢'.repeat(3_000)}`))
  })
  const stored = await visit.exceptions(30)
  const posted = await visit.page.evaluate(() => Promise.all(window.posted ?? []))
  const bytes = posted.map(({ text }) => Buffer.byteLength(text))

  expect(stored).toHaveLength(30)
  expect(new Set(posted.map(({ encoding }) => encoding))).toEqual(new Set(['gzip']))
  expect(bytes.reduce((sum, one) => sum + one, 0)).toBeGreaterThan(300_000)
  expect(Math.max(...bytes)).toBeLessThanOrEqual(65_536)
})

test('a page that goes away hands over its errors before its spans', async () => {
  await using visit = await openVisit(browser, fixture)
  await visit.page.addInitScript(() => Reflect.deleteProperty(window, 'CompressionStream'))
  await visit.page.addInitScript(keepPosts)
  await visit.open('/browser')
  await visit.press('never answered')
  await visit.page.evaluate(() => {
    sessionStorage.removeItem('order')
    reportError(new Error('left behind'))
    window.location.href = '/livez'
  })
  await visit.page.waitForURL('**/livez')
  const order = (await visit.page.evaluate(() => sessionStorage.getItem('order'))) ?? ''

  expect(order).toMatch(/\/logs true,.*\/traces /)
  expect(order).not.toMatch(/\/traces .*\/logs true/)
  expect((await visit.exceptions()).map(({ attributes }) => attributes['exception.message'])).toEqual(['left behind'])
})

test('an unavailable relay is retried after its Retry-After, and nothing is lost', async () => {
  await using visit = await openVisit(browser, fixture)
  const askedAtMs: number[] = []
  await visit.page.route('**/otlp/v1/logs', async route => {
    askedAtMs.push(Date.now())
    if (askedAtMs.length > 1) return route.continue()
    await route.fulfill({ status: 503, headers: { 'retry-after': '4' }, body: '' })
  })
  await visit.open('/browser')
  const started = (logs: readonly VisitedLog[]) => logs.some(log => log.eventName === 'session.start')
  const logs = await visit.logs(started)

  expect(logs.filter(log => log.eventName === 'session.start')).toHaveLength(1)
  expect((askedAtMs[1] ?? 0) - (askedAtMs[0] ?? 0)).toBeGreaterThan(3_900)
})

test('what the relay rejects permanently is dropped, counted and reported', async () => {
  await using visit = await openVisit(browser, fixture)
  await visit.page.route('**/otlp/v1/traces', route => route.fulfill({ status: 400, body: '' }), { times: 1 })
  await visit.open('/browser')
  // Reported after the next successful response, or when the page is hidden.
  await visit.press('fail in a handler')
  await visit.finish()
  const told = (logs: readonly VisitedLog[]) => logs.some(log => log.eventName === 'errata.telemetry.dropped')
  const logs = await visit.logs(told)

  expect(logs.filter(log => log.eventName === 'errata.telemetry.dropped')).toMatchObject([
    { severity: 'WARN', attributes: { 'errata.telemetry.reason': 'rejected', 'errata.telemetry.signal': 'traces' } },
  ])
})

test('a record for which beforeSend throws is counted instead of sent, with one console message', async () => {
  await using visit = await openVisitWith(() => {
    window.fixtureOptions = {
      beforeSend({ name, attributes }) {
        if (name.startsWith('app ') || 'exception.message' in attributes) throw new Error('beforeSend is broken')
        return true
      },
    }
  })
  const told: string[] = []
  visit.page.on('console', message => told.push(message.text()))
  await visit.open('/browser')
  // Of a page that is gone nobody hears its console any more.
  const said = visit.page.waitForEvent('console', message => message.text().includes('beforeSend is broken'))
  await visit.press('record a span')
  await visit.press('fail in a handler')
  await said
  await visit.finish()
  const counts = (logs: readonly VisitedLog[]) =>
    logs
      .filter(({ eventName }) => eventName === 'errata.telemetry.dropped')
      .filter(({ attributes }) => attributes['errata.telemetry.reason'] === 'failed')
      .reduce((sum, { attributes }) => sum + Number(attributes['errata.telemetry.count']), 0)
  const logs = await visit.logs(found => counts(found) >= 3)
  const spans = await visit.spans(found => starting(found, 'pageload ').length > 0)

  expect([starting(spans, 'app '), logs.filter(({ eventName }) => eventName === 'exception')]).toEqual([[], []])
  expect(counts(logs)).toBe(3)
  expect(told.filter(text => text.includes('beforeSend is broken'))).toHaveLength(1)
})

test('if beforeSend always throws, only the count of dropped records arrives', async () => {
  await using visit = await openVisit(browser, fixture)
  const sent: string[] = []
  visit.page.on(
    'request',
    request => request.url().includes('/otlp/') && sent.push(request.postDataBuffer()?.toString() ?? ''),
  )
  await visit.page.addInitScript(() => {
    Reflect.deleteProperty(window, 'CompressionStream')
    window.fixtureOptions = {
      user: () => 'ada',
      beforeSend() {
        throw new Error('beforeSend is broken')
      },
    }
  })
  await visit.page.goto('/browser')
  await visit.press('fail in a handler')
  // Again until it says so: before the agent is loaded, a page that is left sends nothing of this. Or its timer has sent the count before the page was hidden.
  await poll(
    async () => {
      await visit.page.evaluate(() => window.dispatchEvent(new Event('pagehide')))
      return sent
    },
    found => found.some(body => body.includes('errata.telemetry.dropped')),
  )

  for (const body of sent) {
    expect(body).toContain('errata.telemetry.dropped')
    expect(body).not.toMatch(/"ada"|handler broke|pageload/)
  }
})

test('a value of beforeSend that cannot be sent costs that record alone', async () => {
  await using visit = await openVisitWith(() => {
    window.fixtureOptions = {
      beforeSend({ name, attributes }) {
        if (['app detail', 'session.start'].includes(name)) attributes['odd'] = Object.create(null)
        return true
      },
    }
  })
  await visit.open('/browser')
  await visit.press('record a span')
  await visit.press('fail in a handler')
  await visit.finish()
  const spans = await visit.spans(
    found => starting(found, 'app ').length > 0 && starting(found, 'pageload ').length > 0,
  )

  expect(starting(spans, 'app ').map(({ name }) => name)).toEqual(['app work'])
  expect((await visit.exceptions()).map(({ attributes }) => attributes['exception.message'])).toEqual(['handler broke'])
})

test('a page without storage still sends, in a session of its own', async () => {
  const context = await browser.newContext({ baseURL: fixture.url })
  const page = await context.newPage()
  await page.addInitScript(() => {
    Object.defineProperty(window, 'sessionStorage', {
      get() {
        throw new DOMException('denied', 'SecurityError')
      },
    })
  })
  const sent = page.waitForResponse(response => response.url().endsWith('/v1/traces') && response.ok())
  await page.goto('/browser')
  await sent
  await context.close()
})

test('where the rest of the browser half cannot be loaded, the app works, is told of no failed import, and only the page load is sent, when the page is left', async () => {
  const context = await browser.newContext({ baseURL: fixture.url })
  const page = await context.newPage()
  const pageErrors: string[] = []
  page.on('pageerror', error => pageErrors.push(error.message))
  const reloads: string[] = []
  page.on('console', message => message.text() === 'reload' && reloads.push(message.text()))
  await page.route('**/assets/agent-*.js', route => route.abort())
  const refused = page.waitForEvent('requestfailed', request => request.url().includes('/assets/agent-'))
  await page.goto('/browser')
  await refused
  const traceId = await page.evaluate(() => window.__errataPage?.() ?? '')
  await page.getByRole('link', { name: 'item', exact: true }).click()
  await page.getByRole('heading', { name: 'Item 7' }).waitFor()
  await page.goto('about:blank')

  expect([...pageErrors, ...reloads]).toEqual([])
  const spans = await fixture.spansOf(traceId, ({ service }) => service === 'fixture-browser')
  const ofBrowser = spans.filter(({ service }) => service === 'fixture-browser')
  expect(ofBrowser.map(({ name, attributes }) => [name, attributes['errata.incomplete']])).toEqual([
    ['pageload', 'true'],
  ])
  await context.close()
})
