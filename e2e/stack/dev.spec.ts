import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../../test/browser/open-browser.ts'
import { watchPolicy } from '../../test/browser/watch-policy.ts'
import { poll } from '../../test/poll.ts'
import { type RunningStack, startStack } from '../../test/stack/start-stack.ts'

let stack: RunningStack

beforeAll(async () => {
  stack = await startStack({ command: [process.execPath, 'supervisor/run.mjs', 'dev'] })
})
afterAll(() => stack[Symbol.asyncDispose]())

test('npm run dev serves pages on the same pipeline, with hot reload connected, within their policy', async () => {
  await using browser = await openBrowser()
  const context = await browser.newContext()
  const forbidden: string[] = []
  await watchPolicy(context, violation => forbidden.push(violation))
  const page = await context.newPage()
  const connected = page.waitForEvent('console', message => message.text() === '[vite] connected.')
  expect((await page.goto(`${stack.deskUrl}/traces`))?.status()).toBe(200)
  await connected
  await poll(
    () => stack.query("SELECT count() AS n FROM otel_traces WHERE SpanName = 'GET /traces'"),
    rows => Number(rows[0]?.['n']) > 0,
  )
  // The styles that Vite adds by script have loaded too.
  await page.locator('style[data-vite-dev-id]').first().waitFor({ state: 'attached' })
  for (const path of ['/lab/fail/after-shell', '/lab/fail/hydration', '/lab/fail/loader']) {
    await page.goto(stack.deskUrl + path, { waitUntil: 'networkidle' })
  }
  expect(forbidden).toEqual([])
})

test('in development the error screen shows the error as well', async () => {
  const response = await fetch(`${stack.deskUrl}/lab/fail/loader?say=seen-in-development`)
  expect(response.status).toBe(500)
  expect(await response.text()).toContain('Error: seen-in-development')
})

test('in development a deferred error of the server is told as one, and stored by the server alone', async () => {
  await using browser = await openBrowser()
  const page = await browser.newPage()
  const sent = page.waitForRequest(/\/otlp\/v1\/traces/)
  await page.goto(`${stack.deskUrl}/lab/fail/deferred-late?say=deferred-in-development`)
  const alert = page.getByRole('alert')
  await alert.waitFor()
  expect(await alert.textContent()).toMatch(/a server-side exception/i)
  expect(await page.getByRole('main').getByRole('group').textContent()).toContain('Error: deferred-in-development')
  const traceparent = await page.locator('meta[name=traceparent]').getAttribute('content')
  const where = `TraceId = '${traceparent?.split('-')[1]}'`
  // The browser sends errors before spans.
  await sent
  await poll(
    () => stack.query(`SELECT count() AS n FROM otel_traces WHERE ${where} AND SpanName LIKE 'pageload %'`),
    rows => Number(rows[0]?.['n']) > 0,
  )
  expect(await stack.query(`SELECT ServiceName, Message FROM exceptions FINAL WHERE ${where}`)).toEqual([
    { ServiceName: 'errata-desk', Message: 'deferred-in-development' },
  ])
})
