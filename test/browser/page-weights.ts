import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'

/** Gzipped kilobytes of the app's own scripts that each page loads, by the names of `deskPages`. */
export type PageWeights = Readonly<Record<string, number>>

/** The committed weights, which `npm run bench -- page-weight` writes. */
export const COMMITTED_WEIGHTS = 'bench/page-weights.json'
/** The weights of the current build, which e2e/pages/every-page.ts writes. */
export const MEASURED_WEIGHTS = 'build/page-weights.json'

const MAX_GROWTH = 0.05

/** Weighs the scripts that an open page has loaded once its network is idle, without React and React Router, which are one file. */
export async function weighScripts(page: Page): Promise<number> {
  // The browser half of @errata/otel is loaded when the page is idle, which may be after its network is.
  await page.waitForFunction(
    () =>
      document.querySelector('.site-header') === null ||
      performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/agent-')),
  )
  await page.waitForLoadState('networkidle')
  const paths = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
  )
  const own = new Set(paths.filter(path => /^\/assets\/(?!libraries-)[^/]+\.js$/.test(path)))
  const bytes = [...own].map(path => gzipSync(readFileSync(`build/client${path}`), { level: 9 }).length)
  return Math.round(bytes.reduce((sum, size) => sum + size, 0) / 100) / 10
}

/** @returns One line for each page that is more than 5 % heavier than committed, or of which no weight is committed. */
export function describeGrowth(measured: PageWeights, committed: PageWeights): string[] {
  return Object.entries(measured).flatMap(([page, weight]) => {
    const before = weight === 0 ? 0 : committed[page]
    const has = `The page ${page} loads ${weight} KB of scripts`
    if (before === undefined) return [`${has}; ${COMMITTED_WEIGHTS} has no such page.`]
    if (weight <= before * (1 + MAX_GROWTH)) return []
    return [`${has}, in ${COMMITTED_WEIGHTS} it is ${before} KB.`]
  })
}
