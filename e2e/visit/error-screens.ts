import { expect, test } from 'vitest'
import { poll } from '../../test/poll.ts'
import { site } from './open-site.ts'
import { leavePage } from './open-visit.ts'

/** These tests look at screens that digest-everywhere.ts leaves out, which causes every failure of the server and reads its screen. */

const secret = 'planted-secret-6f1c'

test('a part of the page that cannot be loaded names the browser console', async () => {
  const page = await site.visit('/lab/fail/chunk')
  const alert = page.getByRole('alert')
  await alert.waitFor()
  expect(await alert.textContent()).toMatch(/client-side exception.*see the browser console/is)
  await page.context().close()
})

test('an error screen that fails in the browser leaves sentence, host, console and trace id, and nothing of the error', async () => {
  const page = await site.visit('/livez')
  await page.addInitScript(secret => {
    const fail = () => {
      throw new Error(secret)
    }
    // The page's own property cannot be defined, so whatever reads the trace fails.
    Object.defineProperty(window, '__errataPage', { get: () => fail, set() {} })
  }, secret)
  const document = await page.goto(`${site.stack.deskUrl}/lab/fail/client-render`)
  const [, traceId] = /name="traceparent" content="00-([0-9a-f]{32})/.exec((await document?.text()) ?? '') ?? []
  await page.getByRole('heading', { level: 1, name: 'Application error', exact: true }).waitFor()

  const text = (await page.getByRole('alert').textContent()) ?? ''
  expect(text).toContain(`A client-side exception occurred while loading the site ${new URL(site.stack.deskUrl).host}.`)
  expect(text).toContain('See the browser console for more information.')
  expect(text).toContain(`Trace ID ${traceId}`)
  expect(text).toMatch(/Page \/lab\/fail\/client-render, \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/)
  expect(await page.locator('html').textContent()).not.toContain(secret)
  expect(await page.getByRole('link', { name: 'Reload' }).getAttribute('href')).toContain('/lab/fail/client-render')
  await leavePage(page)
  const rows = await poll(
    () => site.stack.query(`SELECT Message FROM exceptions FINAL WHERE TraceId = '${traceId}' ORDER BY Message`),
    found => found.length >= 2,
  )
  expect(rows).toEqual([{ Message: 'The lab broke this component in the browser' }, { Message: secret }])
  await page.context().close()
})

test("a route's error screen that fails after a navigation gives way to the desk's, whose trace leads to both errors", async () => {
  const page = await site.visit('/lab')
  await page.waitForLoadState('networkidle')
  // Like a link: the lab has none to this case.
  await page.evaluate(() => {
    const router: unknown = Reflect.get(window, '__reactRouterDataRouter')
    if (typeof router !== 'object' || router === null) throw new Error('React Router keeps its router elsewhere now')
    return Reflect.get(router, 'navigate')('/lab/fail/error-screen')
  })
  const alert = page.getByRole('alert')
  await alert.waitFor()
  expect(await alert.textContent()).toMatch(/client-side exception.*see the browser console/is)
  const traceId = await alert.locator('code').textContent()
  await leavePage(page)
  const rows = await poll(
    () => site.stack.query(`SELECT ServiceName, Message FROM exceptions FINAL WHERE TraceId = '${traceId}' ORDER BY 1`),
    found => found.length >= 2,
  )
  expect(rows).toEqual([
    { ServiceName: 'errata-desk', Message: 'The lab broke this loader, and then the error screen' },
    { ServiceName: 'errata-desk-browser', Message: 'The lab broke this error screen' },
  ])
  await page.context().close()
})

test('the digest is copied by its button', async () => {
  const page = await site.visit('/livez')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const response = await page.goto(`${site.stack.deskUrl}/lab/fail/loader`)
  await page.getByRole('button', { name: 'Copy the digest' }).click()
  await page.getByText('Copied the digest.').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(response?.headers()['x-errata-digest'])
  await page.context().close()
})

test('a store that is away has words of its own, status 503, and no digest', async () => {
  const response = await fetch(`${site.stack.deskUrl}/lab/fail/store-away`)
  const html = await response.text()
  expect(response.status).toBe(503)
  expect(response.headers.get('retry-after')).toBe('5')
  expect(response.headers.get('x-errata-digest')).toBeNull()
  expect(html).toContain('Database unavailable')
  expect(html).toMatch(/class="ingest-dot bad" title="Database unavailable: /)
  expect(html).not.toContain('Ingest healthy')
  expect(html).not.toContain('exception occurred')
})

test('the server still serves after every failure', async () => {
  expect((await fetch(`${site.stack.deskUrl}/livez`)).status).toBe(200)
})
