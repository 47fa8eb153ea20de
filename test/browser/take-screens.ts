import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { readConfig } from '../../config.ts'
import { deskPages, openDeskPage, waitUntilScriptsRun } from './desk-pages.ts'
import { openBrowser } from './open-browser.ts'

/**
 * `npm run screens [-- NAME…]`: screenshots of all or some pages of the running app, into docs/screens/. Run `npm start` and `npm run seed`
 * first.
 */

const folder = join(import.meta.dirname, '../../docs/screens')
const looks = {
  light: { colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  dark: { colorScheme: 'dark', viewport: { width: 1440, height: 900 } },
  narrow: { colorScheme: 'light', viewport: { width: 390, height: 844 } },
  '1024': { colorScheme: 'light', viewport: { width: 1024, height: 768 } },
  '1920': { colorScheme: 'dark', viewport: { width: 1920, height: 1080 } },
  forced: { colorScheme: 'dark', forcedColors: 'active', viewport: { width: 1440, height: 900 } },
} as const
const { url } = readConfig().desk
const wanted = process.argv.slice(2)
const unknown = wanted.filter(name => deskPages[name] === undefined)
if (unknown.length > 0) throw new Error(`No page is called ${unknown}: ${Object.keys(deskPages).join(', ')}.`)
await using browser = await openDesk()
mkdirSync(folder, { recursive: true })
for (const [look, options] of Object.entries(looks)) {
  const context = await browser.newContext({ ...options, reducedMotion: 'reduce' })
  const page = await context.newPage()
  for (const [name, way] of Object.entries(deskPages)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    await openDeskPage(page, url, way)
    await waitUntilScriptsRun(page)
    await page.screenshot({ path: join(folder, `${name}-${look}.png`) })
    process.stderr.write(`${name}-${look}.png\n`)
  }
  await context.close()
}

/** @throws {Error} if the app does not answer */
async function openDesk(): Promise<Browser> {
  await fetch(`${url}/livez`).catch((cause: unknown) => {
    throw new Error(`No desk answers at ${url}: run npm start first.`, { cause })
  })
  return await openBrowser()
}
