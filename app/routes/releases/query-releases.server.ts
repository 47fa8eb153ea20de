import type { ScopeFilter } from '../../../store/comparison.ts'
import { countReleaseIssues } from '../../../store/releases/count-release-issues.ts'
import { listReleaseBrowsers } from '../../../store/releases/list-release-browsers.ts'
import { listReleaseDurations } from '../../../store/releases/list-release-durations.ts'
import { listReleaseIssues } from '../../../store/releases/list-release-issues.ts'
import { listReleaseLatencies } from '../../../store/releases/list-release-latencies.ts'
import { listReleaseRequests } from '../../../store/releases/list-release-requests.ts'
import { listReleaseSessions } from '../../../store/releases/list-release-sessions.ts'
import { listReleases, type Release } from '../../../store/releases/list-releases.ts'
import type { Store } from '../../../store/store.ts'
import { nsOfMs } from '../../../store/units.ts'
import { findBetterRelease } from './find-better-release.ts'
import { mergeReleases } from './merge-releases.ts'
import {
  listServiceLatencies,
  sortBrowsersByRegression,
  sortRoutesByRegression,
  sortVitalsByRating,
} from './order-regressions.ts'

const MAX_RESULTS = 200
const MAX_ISSUES = 20
/** Shown, of as many read: what got worse need not be asked for most. */
const MAX_ROUTES_SHOWN = 20
const MAX_ROUTES = 200
const MAX_BROWSERS = 10

/** Adoption is the share of the requests of the last hour, and of the rest of the three hours in which it begins. */
const ADOPTION_MS = 3_600_000

interface ReleasesQuery extends ScopeFilter {
  readonly nowMs: number
}

/** The newest releases of services, with their counts and those of the previous releases, and how many issues are new or back in each. */
export async function queryReleases(store: Store, { nowMs, ...listFilters }: ReleasesQuery, signal?: AbortSignal) {
  const releases = await listReleases(store, { ...listFilters, limit: MAX_RESULTS }, signal)
  const environment = listFilters.environment ?? ''
  const [deploys, counts] = await Promise.all([
    queryReleaseFigures(store, { nowMs, releases, listFilters }, signal),
    countReleaseIssues(store, { of: releases, environment }, signal),
  ])
  const counted = deploys.map(deploy => {
    const { new: fresh, back } = counts.get(deploy.release) ?? { new: 0, back: 0 }
    return { ...deploy, newIssues: fresh, regressed: back }
  })
  return {
    deploys: counted.map(deploy => ({ ...deploy, worseThan: findBetterRelease(deploy, counted) })),
    mayBeMore: releases.length === MAX_RESULTS,
  }
}

/** @returns `undefined` for an unknown release */
export async function queryRelease(
  store: Store,
  { release, nowMs, ...listFilters }: ReleasesQuery & { readonly release: string },
  signal?: AbortSignal,
) {
  const [of, newest] = await Promise.all([
    listReleases(store, { ...listFilters, release, limit: MAX_RESULTS }, signal),
    listReleases(store, { ...listFilters, release: '', limit: MAX_RESULTS }, signal),
  ])
  const releases = [...of, ...listAncestors(of, newest)]
  const environment = listFilters.environment ?? ''
  const [deploys, issues, durations, vitals, browsers] = await Promise.all([
    queryReleaseFigures(store, { nowMs, releases, listFilters }, signal),
    listReleaseIssues(store, { of, environment, limit: MAX_ISSUES }, signal),
    listReleaseLatencies(store, { of, environment, whats: ['duration'], limit: MAX_ROUTES }, signal),
    listReleaseLatencies(store, { of, environment, whats: ['lcp', 'inp', 'cls'], limit: MAX_ROUTES }, signal),
    listReleaseBrowsers(store, { of, environment, limit: 1_000 }, signal),
  ])
  const deploy = deploys.find(one => one.release === release)
  if (deploy === undefined) return undefined
  const betterRelease = findBetterRelease(deploy, deploys)
  const ofBetter = releases.filter(one => one.release === betterRelease?.release)
  const sinceBetter = of.flatMap(one => {
    const better = ofBetter.find(({ service }) => service === one.service)
    return better ? [{ ...one, previous: better.release, previousFirstSeenNs: better.firstSeenNs }] : []
  })
  const asked = { of: sinceBetter, environment, whats: ['duration'], limit: MAX_ROUTES } as const
  const fromBetter = await listReleaseLatencies(store, asked, signal)
  const durationsOf = (isOf: (one: Release) => string | undefined) =>
    of.flatMap(
      one =>
        deploys
          .find(({ release: name }) => name === isOf(one))
          ?.durations.filter(({ service }) => service === one.service) ?? [],
    )
  return {
    deploy,
    betterRelease,
    issues,
    services: sortRoutesByRegression(
      listServiceLatencies(
        deploy.durations,
        durationsOf(({ previous }) => previous),
      ),
      betterRelease &&
        listServiceLatencies(
          deploy.durations,
          durationsOf(() => betterRelease.release),
        ),
    ),
    durations: sortRoutesByRegression(durations, fromBetter).slice(0, MAX_ROUTES_SHOWN),
    vitals: sortVitalsByRating(vitals, MAX_ROUTES_SHOWN),
    browsers: sortBrowsersByRegression(browsers).slice(0, MAX_BROWSERS),
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
  return mergeReleases(releases, { requests, sessions, durations })
}
