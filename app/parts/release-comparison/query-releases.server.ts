import type { ScopeFilter } from '../../../store/comparison.ts'
import { countReleaseIssues } from '../../../store/releases/count-release-issues.ts'
import { listRecordedDeploys } from '../../../store/releases/list-recorded-deploys.ts'
import { listReleaseBrowsers } from '../../../store/releases/list-release-browsers.ts'
import { listReleaseDurations } from '../../../store/releases/list-release-durations.ts'
import { listReleaseIssues } from '../../../store/releases/list-release-issues.ts'
import { listReleaseLatencies } from '../../../store/releases/list-release-latencies.ts'
import { listReleaseRequests } from '../../../store/releases/list-release-requests.ts'
import { listReleaseSessions } from '../../../store/releases/list-release-sessions.ts'
import { listReleases, type Release } from '../../../store/releases/list-releases.ts'
import type { Store } from '../../../store/store.ts'
import { HOUR_MS } from '../../../store/time-units.ts'
import { nsOfMs, type TimeRange } from '../../../store/units.ts'
import { MAX_TIMESTAMP_NS } from '../../url/timestamp-codec.ts'
import { compareWith, compareWithBaselines, sinceBaseline } from './choose-baseline.ts'
import { type MergedRelease, mergeReleases, previousOf } from './merge-releases.ts'
import {
  listServiceLatencies,
  sortBrowsersByRegression,
  sortOperationsByRegression,
  sortVitalsByRating,
} from './order-regressions.ts'
import { type ComparedRelease, countIssuesByChange } from './summarize-release.ts'

const MAX_RESULTS = 200
const MAX_ISSUES = 20
/** Shown, of as many read: what got worse need not be asked for most. */
const MAX_OPERATIONS_SHOWN = 20
const MAX_OPERATIONS = 200
const MAX_BROWSERS = 10
const MAX_DEPLOYS = 100
const EVER: TimeRange = { from: 0n, to: MAX_TIMESTAMP_NS }

/** Adoption is the share of the requests of the last hour, and of the rest of the three hours in which it begins. */
const ADOPTION_MS = HOUR_MS

interface ReleasesQuery extends ScopeFilter {
  readonly nowMs: number
}

/** The newest releases of services, each compared with its baseline, and with the previous release where that is another. */
export async function queryReleases(store: Store, { nowMs, ...listFilters }: ReleasesQuery, signal?: AbortSignal) {
  const releases = await listReleases(store, { ...listFilters, limit: MAX_RESULTS }, signal)
  const environment = listFilters.environment ?? ''
  const [{ deploys, merge }, counts] = await Promise.all([
    queryReleaseFigures(store, { nowMs, releases, listFilters }, signal),
    countReleaseIssues(store, { of: releases, environment }, signal),
  ])
  const compared = deploys.map(deploy =>
    compareWithBaselines(deploy, deploys, baseline => merge(compareWith(deploy.byService, baseline, releases))),
  )
  const earlier = compared.flatMap(([first, ...others]) => (first && others.length > 0 ? first.byService : []))
  const countsOfEarlier = await countReleaseIssues(store, { of: sinceBaseline(earlier, releases), environment }, signal)
  return {
    deploys: compared.flatMap(([first, withPrevious]) => {
      if (first === undefined) return []
      if (withPrevious === undefined) return { ...addCounts(first, counts), withPrevious }
      return { ...addCounts(first, countsOfEarlier), withPrevious: addCounts(withPrevious, counts) }
    }),
    mayBeMore: releases.length === MAX_RESULTS,
  }
}

function addCounts(deploy: MergedRelease, counts: Awaited<ReturnType<typeof countReleaseIssues>>): ComparedRelease {
  const { new: newIssues, back: regressed } = counts.get(deploy.release) ?? { new: 0, back: 0 }
  return { ...deploy, newIssues, regressed }
}

interface ReleaseQuery extends ReleasesQuery {
  readonly release: string
  /** The earlier release that it is compared with. @default the page's choice, see `compareWithBaselines` */
  readonly than?: string
}

/** @returns `undefined` for an unknown release, and if it is to be compared with one that none of its services had before */
export async function queryRelease(
  store: Store,
  { release, than = '', nowMs, ...listFilters }: ReleaseQuery,
  signal?: AbortSignal,
) {
  const [its, newest] = await Promise.all([
    listReleases(store, { ...listFilters, release, limit: MAX_RESULTS }, signal),
    listReleases(store, { ...listFilters, release: '', limit: MAX_RESULTS }, signal),
  ])
  const chosen = newest.filter(one => one.release === than)
  const releases = [...new Set([...its, ...listAncestors(its, newest), ...chosen])]
  const environment = listFilters.environment ?? ''
  const { deploys, merge } = await queryReleaseFigures(store, { nowMs, releases, listFilters }, signal)
  const previous = deploys.find(one => one.release === release)
  if (previous === undefined) return undefined
  const compare = (baseline: string) => merge(compareWith(its, baseline, newest))
  const baselines = compareWithBaselines(previous, deploys, compare)
  const deploy = than === '' ? baselines[0] : (baselines.find(one => previousOf(one) === than) ?? compare(than))
  if (deploy === undefined || (than !== '' && deploy.byService.every(one => one.previous !== than))) return undefined
  const { byService } = deploy
  const [issues, durations, vitals, browsers, told, ...counts] = await Promise.all([
    listReleaseIssues(store, { of: sinceBaseline(byService, newest), environment, limit: MAX_ISSUES }, signal),
    listReleaseLatencies(store, { of: byService, environment, whats: ['duration'], limit: MAX_OPERATIONS }, signal),
    listReleaseLatencies(
      store,
      { of: byService, environment, whats: ['lcp', 'inp', 'cls'], limit: MAX_OPERATIONS },
      signal,
    ),
    listReleaseBrowsers(store, { of: byService, environment, limit: 1_000 }, signal),
    listRecordedDeploys(store, { range: EVER, release, environment, limit: MAX_DEPLOYS }, signal),
    ...baselines.map(async one => {
      const asked = { of: sinceBaseline(one.byService, newest), environment }
      return one === deploy ? undefined : addCounts(one, await countReleaseIssues(store, asked, signal))
    }),
  ])
  const shown: ComparedRelease = {
    ...deploy,
    newIssues: countIssuesByChange(issues, 'new'),
    regressed: countIssuesByChange(issues, 'back'),
  }
  const compared = counts.map(one => one ?? shown)
  return {
    deploy: shown,
    /** The worst first, with what is shown. */
    comparisons: compared.includes(shown) ? compared : [shown, ...compared],
    previous: previous.byService,
    issues,
    services: sortOperationsByRegression(listServiceLatencies(deploy)),
    durations: sortOperationsByRegression(durations).slice(0, MAX_OPERATIONS_SHOWN),
    vitals: sortVitalsByRating(vitals, MAX_OPERATIONS_SHOWN),
    browsers: sortBrowsersByRegression(browsers).slice(0, MAX_BROWSERS),
    /** Those of its services, newest first. */
    deploysTold: told.filter(({ service }) => byService.some(one => one.service === service)),
  }
}

/** A release is compared with the last good one of so many before it. */
const MAX_ANCESTORS = 3

/** The releases before a release in its services, newest first. */
function listAncestors(of: readonly Release[], newest: readonly Release[]): Release[] {
  const ancestors: Release[] = []
  let names = new Set(of.map(({ previous }) => previous))
  for (let at = 0; at < MAX_ANCESTORS; at += 1) {
    const found = newest.filter(one => names.has(one.release) && of.some(({ service }) => service === one.service))
    ancestors.push(...found)
    names = new Set(found.map(({ previous }) => previous))
  }
  return ancestors
}

interface ReleaseFiguresQuery {
  readonly nowMs: number
  readonly releases: readonly Release[]
  readonly listFilters: ScopeFilter
}

async function queryReleaseFigures(
  store: Store,
  { nowMs, releases, listFilters }: ReleaseFiguresQuery,
  signal: AbortSignal | undefined,
) {
  const { release: _, ...narrowed } = listFilters
  const names = releases.flatMap(({ release, previous }) => [release, previous]).filter(name => name !== '')
  const asked = { ...narrowed, releases: [...new Set(names)] }
  const [requests, sessions, durations] = await Promise.all([
    listReleaseRequests(store, { ...asked, recentNs: nsOfMs(nowMs - ADOPTION_MS) }, signal),
    listReleaseSessions(store, asked, signal),
    listReleaseDurations(store, asked, signal),
  ])
  const counts = { requests, sessions, durations }
  return {
    deploys: mergeReleases(releases, counts),
    /** One release in its services, compared with others of these. */
    merge: (of: readonly Release[]) => mergeReleases(of, counts)[0],
  }
}
