import { type Browser, chromium } from 'playwright-core'
import { addDiagnostic } from '../failure-diagnostics.ts'
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

/** Opens a real Chromium with its own profile. Close it, or declare it with `await using`. */
export async function openBrowser(): Promise<Browser> {
  const browser = await chromium.launch({ executablePath: findChromium(), args: quietFlags, timeout: patienceMs })
  browser.on('context', context => context.setDefaultTimeout(patienceMs))
  browser.on(
    'disconnected',
    addDiagnostic(() => describePages(browser)),
  )
  return browser
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
