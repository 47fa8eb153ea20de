import { type Browser, chromium } from 'playwright-core'
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

/** Opens a real Chromium with a profile of its own. Close it, or declare it with `await using`. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: findChromium(), args: quietFlags })
}
