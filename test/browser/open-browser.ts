import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core'
import { addDiagnostic } from '../failure-diagnostics.ts'
import { encodeCookie } from './encode-cookie.ts'
import { findChromium } from './find-chromium.ts'

/** Flags for a headless Chromium without display, GPU or internet. */
const quietFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Generous, because of busy machines. */
const patienceMs = 60_000

/** Opens a real Chromium with its own profile. Close it, or declare it with `await using`. @param flags further ones */
export async function openBrowser(flags: readonly string[] = []): Promise<Browser> {
  const args = [...quietFlags, ...flags]
  const browser = await chromium.launch({ executablePath: findChromium(), args, timeout: patienceMs })
  browser.on('context', context => context.setDefaultTimeout(patienceMs))
  browser.on(
    'disconnected',
    addDiagnostic(() => describePages(browser)),
  )
  return browser
}

/** A profile that visits the app again: see {@link greetAgain}. */
export async function openContext(
  browser: Browser,
  url: string,
  options: BrowserContextOptions,
): Promise<BrowserContext> {
  const context = await browser.newContext(options)
  await greetAgain(context, url, options)
  return context
}

/** Makes the app know that a profile runs no scripts, so that it does not load its first page twice. */
export async function greetAgain(
  context: BrowserContext,
  url: string,
  { javaScriptEnabled }: BrowserContextOptions,
): Promise<void> {
  if (javaScriptEnabled === false) {
    await context.addCookies([{ name: 'errata_scripts', value: encodeCookie('off'), url }])
  }
}

async function describePages(browser: Browser): Promise<string> {
  const pages = browser.contexts().flatMap(context => context.pages())
  const described = await Promise.all(
    pages.map(async page => {
      // The main content only: the header would take all the space.
      const about = page.locator('main, body').last()
      const text = about.ariaSnapshot({ timeout: 2_000 })
      return `page ${page.url()}\n${(await text.catch(String)).slice(0, 2_000)}`
    }),
  )
  return described.join('\n')
}
