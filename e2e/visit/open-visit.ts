import { randomUUID } from 'node:crypto'
import type { Browser, Locator, Page } from 'playwright-core'
import { openBrowser, openContext } from '../../test/browser/open-browser.ts'
import { watchPolicy } from '../../test/browser/watch-policy.ts'
import { poll } from '../../test/poll.ts'
import { type RunningStack, startStack } from '../../test/stack/start-stack.ts'

/** A whole stack with a real browser, for one spec file. */
export interface StackWithBrowser {
  readonly stack: RunningStack
  /** Opens a URL of the app in its own profile. */
  visit(path: string, options?: VisitOptions): Promise<Page>
  /** Settles when everything that server and browser had to report is stored: what is missing then does not come. */
  settled(): Promise<void>
  /** @throws {Error} If any page violated its content security policy. */
  [Symbol.asyncDispose](): Promise<void>
}

export interface VisitOptions {
  readonly javaScriptEnabled?: boolean
  /** @default 'light' */
  readonly colorScheme?: 'dark' | 'light'
  readonly viewport?: { readonly width: number; readonly height: number }
  /** For a page that violates its content security policy on purpose: called for each violation. */
  readonly onViolation?: (violation: string) => void
}

export async function openStackWithBrowser(env: Record<string, string> = {}): Promise<StackWithBrowser> {
  const stack = await startStack({ env })
  const browser = await openBrowser()
  const violations: string[] = []
  const onViolation = (path: string) => (violation: string) => violations.push(`${path}: ${violation}`)
  return {
    stack,
    visit: (path, options) => visit(browser, stack, path, { onViolation: onViolation(path), ...options }),
    settled: () => settled(browser, stack),
    async [Symbol.asyncDispose]() {
      await browser.close()
      await stack[Symbol.asyncDispose]()
      if (violations.length > 0) throw new Error(`Pages did what their policy forbids:\n${violations.join('\n')}`)
    },
  }
}

async function visit(browser: Browser, stack: RunningStack, path: string, options: VisitOptions = {}): Promise<Page> {
  const { onViolation, ...contextOptions } = options
  const context = await openContext(browser, stack.deskUrl, contextOptions)
  if (onViolation !== undefined) await watchPolicy(context, onViolation)
  const page = await context.newPage()
  await page.goto(stack.deskUrl + path)
  return page
}

/**
 * Both sides send in order, so once a later failure of each side is stored, everything before it is too: its log record for log records, and
 * its trace for spans, which take a way of their own.
 */
async function settled(browser: Browser, stack: RunningStack): Promise<void> {
  const last = randomUUID()
  const page = await visit(browser, stack, `/lab/fail/client-event?say=last-${last}`)
  await fetch(`${stack.deskUrl}/lab/fail/loader?say=last-${last}`)
  await leavePage(page)
  const failures = `FROM exceptions WHERE Message LIKE '%last-${last}%'`
  await poll(
    () =>
      stack.query(
        `SELECT (SELECT uniqExact(ServiceName) ${failures}) AS failed,
           (SELECT uniqExact(ServiceName, TraceId) FROM otel_traces WHERE (ServiceName, TraceId) IN (SELECT ServiceName, TraceId ${failures})) AS traced`,
      ),
    rows => rows[0]?.['failed'] === 2 && rows[0]?.['traced'] === 2,
  )
}

/** Clicks a link once React has hydrated it: before, the click would load a document instead of navigating. */
export async function navigateBy(link: Locator): Promise<void> {
  const isHydrated = (element: Element) => Object.keys(element).some(key => key.startsWith('__reactProps$'))
  await poll(() => link.evaluate(isHydrated), Boolean)
  await link.click()
}

/**
 * Ends a visit with scripts as people do: once the page is idle, by navigating away. A page whose browser is killed sends nothing more; nor
 * does one that is left before its listeners exist, which on a busy machine may be after it is idle.
 */
export async function leavePage(page: Page): Promise<void> {
  await poll(() => page.evaluate(hasSentWhatItCan), Boolean)
  // Does not cover what a click started after it; and browsers report many things in separate tasks.
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => new Promise(resolve => requestIdleCallback(resolve, { timeout: 1_000 })))
  await page.goto('about:blank')
}

/** The page of last resort has no scripts. */
const hasSentWhatItCan = () =>
  document.scripts.length === 0 ||
  performance.getEntriesByType('resource').some(({ name }) => name.includes('/otlp/v1/'))

/** Both sides learn the trace from the document itself. */
export async function traceIdOf(page: Page): Promise<string> {
  const traceparent = await page.locator('meta[name=traceparent]').getAttribute('content')
  return traceparent?.split('-')[1] ?? ''
}
