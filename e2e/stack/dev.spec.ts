import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../../test/open-browser.ts'
import { poll } from '../../test/poll.ts'
import { type RunningStack, startStack } from '../../test/start-stack.ts'

let stack: RunningStack

beforeAll(async () => {
  stack = await startStack({ command: [process.execPath, 'stack/run.mjs', 'dev'] })
})
afterAll(() => stack[Symbol.asyncDispose]())

test('npm run dev serves pages on the same pipeline, with hot reload connected', async () => {
  await using browser = await openBrowser()
  const page = await browser.newPage()
  const connected = page.waitForEvent('console', message => message.text() === '[vite] connected.')
  expect((await page.goto(`${stack.deskUrl}/traces`))?.status()).toBe(200)
  await connected
  await poll(
    () => stack.query("SELECT count() AS n FROM otel_traces WHERE SpanName = 'GET /traces'"),
    rows => Number(rows[0]?.['n']) > 0,
  )
})

test('in development the error screen shows the error as well', async () => {
  const response = await fetch(`${stack.deskUrl}/lab/fail/loader?say=seen-in-development`)
  expect(response.status).toBe(500)
  expect(await response.text()).toContain('Error: seen-in-development')
})
