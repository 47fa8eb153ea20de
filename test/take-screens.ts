import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { readConfig } from '../config.ts'
import { openBrowser } from './open-browser.ts'

/**
 * `npm run screens [-- NAME…]`: pictures of every page of the desk that runs, or of some, into docs/screens/. `npm start` and `npm run seed`
 * come first.
 */

const folder = join(import.meta.dirname, '../docs/screens')
const looks = {
  light: { colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  dark: { colorScheme: 'dark', viewport: { width: 1440, height: 900 } },
  narrow: { colorScheme: 'light', viewport: { width: 390, height: 844 } },
  '1024': { colorScheme: 'light', viewport: { width: 1024, height: 768 } },
  '1920': { colorScheme: 'dark', viewport: { width: 1920, height: 1080 } },
  forced: { colorScheme: 'dark', forcedColors: 'active', viewport: { width: 1440, height: 900 } },
} as const
/** Of the seed's broken cart. */
const digest = 'q7x2m9ktva'

/** How each page is reached: a path, or from a list to what its first row leads to. */
const pages: Readonly<Record<string, string | { readonly list: string }>> = {
  overview: '/?whole=1',
  exceptions: '/exceptions?whole=1',
  exception: { list: '/exceptions' },
  traces: '/traces?whole=1',
  durations: '/traces?durations=1&last=7d&whole=1',
  trace: { list: '/traces?service=checkout&failed=1' },
  digest: `/digest/${digest}`,
  noise: '/noise',
  'noise-rule': '/noise/not-found',
  vitals: '/vitals',
  status: '/status',
  parts: '/lab/parts',
  lab: '/lab',
  'not-found': '/nowhere',
  error: '/lab/fail/loader',
}

const { url } = readConfig().desk
const wanted = process.argv.slice(2)
const unknown = wanted.filter(name => pages[name] === undefined)
if (unknown.length > 0) throw new Error(`No page is called ${unknown}: ${Object.keys(pages).join(', ')}.`)
await using browser = await openDesk()
mkdirSync(folder, { recursive: true })
for (const [look, options] of Object.entries(looks)) {
  const context = await browser.newContext({ ...options, reducedMotion: 'reduce' })
  const page = await context.newPage()
  for (const [name, how] of Object.entries(pages)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    await open(page, how)
    await page.screenshot({ path: join(folder, `${name}-${look}.png`) })
    process.stderr.write(`${name}-${look}.png\n`)
  }
  await context.close()
}

async function open(page: Page, how: string | { readonly list: string }): Promise<void> {
  await page.goto(url + (typeof how === 'string' ? how : how.list))
  if (typeof how !== 'string') {
    const first = await page.locator('.row-link').first().getAttribute('href')
    if (first === null) throw new Error(`${how.list} is empty: run npm run seed first.`)
    await page.goto(new URL(first, page.url()).href)
  }
  await page.locator('[aria-busy]').waitFor({ state: 'detached' })
}

/** @throws {Error} where no desk answers */
async function openDesk(): Promise<Browser> {
  await fetch(`${url}/livez`).catch((cause: unknown) => {
    throw new Error(`No desk answers at ${url}: run npm start first.`, { cause })
  })
  return await openBrowser()
}
