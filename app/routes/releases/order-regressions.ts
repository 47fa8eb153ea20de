import type { ReleaseBrowser } from '../../../store/releases/list-release-browsers.ts'
import type { ReleaseRouteLatency } from '../../../store/releases/list-release-latencies.ts'
import { formatBrowser } from '../../format/browser.ts'
import { MIN_COUNT_FOR_PERCENTAGE } from '../../ui/elements/share.tsx'
import { compareShares } from './compare-shares.ts'

/** By so much a percentile must rise: less is noise. */
const SLOWER = 1.2

/** A route with what got worse on it. */
export interface ReleaseRoute extends ReleaseRouteLatency {
  readonly isSlower: boolean
  readonly errors: ReturnType<typeof compareShares>
}

/** Puts routes first on which more requests fail than chance explains, or that got slower by a fifth; then as they come. */
export function orderRoutes(latencies: readonly ReleaseRouteLatency[]): ReleaseRoute[] {
  return latencies
    .map(route => {
      const { now, before = Number.POSITIVE_INFINITY, samples, samplesBefore, failed, failedBefore } = route
      const isKnown = Math.min(samples, samplesBefore) >= MIN_COUNT_FOR_PERCENTAGE
      const errors = compareShares({ part: failed, whole: samples }, { part: failedBefore, whole: samplesBefore })
      return { ...route, isSlower: isKnown && now > before * SLOWER, errors }
    })
    .toSorted((a, b) => b.errors.rise - a.errors.rise || Number(b.isSlower) - Number(a.isSlower))
}

/** Sessions of a browser, all of its user agents together. */
export interface BrowserSessions {
  readonly browser: string
  readonly crashFree: { readonly part: number; readonly whole: number }
  readonly crashFreeBefore: { readonly part: number; readonly whole: number }
  readonly compared: ReturnType<typeof compareShares>
}

/** Puts browsers first in which more sessions crash than chance explains; then those with most sessions. */
export function orderBrowsers(rows: readonly ReleaseBrowser[]): BrowserSessions[] {
  const total = (of: readonly ReleaseBrowser[], value: (row: ReleaseBrowser) => number) =>
    of.reduce((sum, row) => sum + value(row), 0)
  return [...Map.groupBy(rows, ({ browser }) => formatBrowser(browser))]
    .map(([browser, of]) => {
      const [whole, wholeBefore] = [total(of, row => row.sessions), total(of, row => row.sessionsBefore)]
      const crashFree = { part: whole - total(of, row => row.crashed), whole }
      const crashFreeBefore = { part: wholeBefore - total(of, row => row.crashedBefore), whole: wholeBefore }
      return { browser, crashFree, crashFreeBefore, compared: compareShares(crashFree, crashFreeBefore) }
    })
    .filter(({ crashFree }) => crashFree.whole > 0)
    .toSorted((a, b) => a.compared.rise - b.compared.rise || b.crashFree.whole - a.crashFree.whole)
}
