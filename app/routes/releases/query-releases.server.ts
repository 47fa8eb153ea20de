import type { Narrowing } from '../../../store/comparison.ts'
import { listReleaseIssues } from '../../../store/releases/list-release-issues.ts'
import { listReleaseRequests } from '../../../store/releases/list-release-requests.ts'
import { listReleaseSessions } from '../../../store/releases/list-release-sessions.ts'
import { listReleaseSpeeds } from '../../../store/releases/list-release-speeds.ts'
import { listReleases, type Release } from '../../../store/releases/list-releases.ts'
import type { Store } from '../../../store/store.ts'
import { gatherReleases } from './merge-releases.ts'

const MOST = 200
const ISSUES = 20
const ROUTES = 20

/** The newest releases, each of a service, with what they and those before them came to. */
export async function askReleases(store: Store, narrowing: Narrowing, signal?: AbortSignal) {
  const releases = await listReleases(store, { ...narrowing, limit: MOST }, signal)
  return { deploys: await gather(store, { releases, narrowing }, signal), mayBeMore: releases.length === MOST }
}

/** @returns `undefined` for a release that no service ever named */
export async function askRelease(
  store: Store,
  { release, ...narrowing }: Narrowing & { readonly release: string },
  signal?: AbortSignal,
) {
  const of = await listReleases(store, { ...narrowing, release, limit: MOST }, signal)
  const environment = narrowing.environment ?? ''
  const [deploys, issues, durations, vitals] = await Promise.all([
    gather(store, { releases: of, narrowing }, signal),
    listReleaseIssues(store, { of, environment, limit: ISSUES }, signal),
    listReleaseSpeeds(store, { of, environment, whats: ['duration'], limit: ROUTES }, signal),
    listReleaseSpeeds(store, { of, environment, whats: ['lcp', 'inp', 'cls'], limit: ROUTES }, signal),
  ])
  const [deploy] = deploys
  return deploy && { deploy, issues, durations, vitals }
}

interface Gathering {
  readonly releases: readonly Release[]
  readonly narrowing: Narrowing
}

async function gather(store: Store, { releases, narrowing }: Gathering, signal: AbortSignal | undefined) {
  const { release: _, ...narrowed } = narrowing
  const names = releases.flatMap(({ release, previous }) => [release, previous]).filter(name => name !== '')
  const asked = { ...narrowed, releases: [...new Set(names)] }
  const [requests, sessions] = await Promise.all([
    listReleaseRequests(store, asked, signal),
    listReleaseSessions(store, asked, signal),
  ])
  return gatherReleases(releases, { requests, sessions })
}
