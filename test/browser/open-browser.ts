import { type Browser, chromium } from 'playwright-core'
import { addDiagnostic } from '../failure-diagnostics.ts'
import { findChromium } from './find-chromium.ts'

/** What a headless Chromium needs on a machine without a display, a GPU or the wider network. */
const quietFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** A click or a page takes as long as the machine is busy; what never comes fails all the same. */
const patienceMs = 60_000

/** Opens a real Chromium with a profile of its own. Close it, or declare it with `await using`. */
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
      // What the page is about: the bar above it would take all the room that is left for it.
      const about = page.locator('main, body').last()
      const text = about.ariaSnapshot({ timeout: 2_000 })
      return `page ${page.url()}\n${(await text.catch(String)).slice(0, 2_000)}`
    }),
  )
  return described.join('\n')
}
