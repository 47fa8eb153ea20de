import { expect, test } from 'vitest'
import { browser, fixture, startFixtureAndBrowser } from './fixture-and-browser.ts'

startFixtureAndBrowser()

/** Uses the app in a browser that lacks something, leaves, and returns what was posted and which errors it had. */
async function visitWithout(lacking: string) {
  const context = await browser.newContext({ baseURL: fixture.url })
  const page = await context.newPage()
  const errors: string[] = []
  const posts: string[] = []
  page.on('pageerror', error => errors.push(error.message))
  page.on('console', message => {
    // Our own failures go to OpenTelemetry's `diag`, which is silent in an app; the fixture writes it to the console.
    if (message.type() === 'error' && !message.text().startsWith('errata.telemetry')) errors.push(message.text())
  })
  page.on('request', request => request.url().includes('/otlp/') && posts.push(request.url()))
  await page.addInitScript(path => {
    const [name = '', ...owners] = path.split('.').reverse()
    const owner = owners.reverse().reduce<object>((of, key) => Reflect.get(of, key), window)
    Reflect.deleteProperty(owner, name)
    if (Reflect.get(owner, name) !== undefined) Object.defineProperty(owner, name, { value: undefined })
  }, lacking)
  await page.goto('/browser')
  await page.waitForFunction(() => window.__errataHooks !== undefined || window.__reactRouterDataRouter !== undefined)
  await page.evaluate(() => new Promise(resolve => setTimeout(resolve, 1_000)))
  await page.getByRole('button', { name: 'fetch twice' }).click()
  await page.getByRole('link', { name: 'item', exact: true }).click()
  await page.getByRole('heading', { name: 'Item 7' }).waitFor()
  await page.evaluate(() => new Promise(resolve => setTimeout(resolve, 2_000)))
  await page.goto('about:blank')
  await context.close()
  return { errors, posts }
}

// Chrome 97, Firefox 104 and Safari 15.4 were the first that had both.
test.concurrent.for(['Array.prototype.findLast', 'reportError'])(
  'in a browser without %s, which is older than those of the README, the app works and nothing is sent',
  async lacking => {
    expect(await visitWithout(lacking)).toEqual({ errors: [], posts: [] })
  },
)

test.concurrent.for([
  'PerformanceObserver',
  'Performance.prototype.getEntriesByType',
  'Crypto.prototype.getRandomValues',
  'CompressionStream',
  'requestIdleCallback',
  'sessionStorage',
  'PromiseRejectionEvent',
  'ErrorEvent',
  'SecurityPolicyViolationEvent',
  'XMLHttpRequest',
])(
  'in a browser without %s, as a policy or an extension may make it, the app works without an error',
  async lacking => {
    expect((await visitWithout(lacking)).errors).toEqual([])
  },
)
