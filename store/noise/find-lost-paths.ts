import type { Store } from '../store.ts'
import { type Ns, nsOfMs } from '../units.ts'
import { type AnsweredRoute, listAnsweredRoutes } from './list-answered-routes.ts'
import { listMissingHours, type MissingHour } from './list-missing-hours.ts'

/** A path that used to answer and ends in the 404 page since. */
export interface LostPath {
  readonly path: string
  readonly service: string
  /** Which answered it. */
  readonly route: string
  /** When that last did, and of which release ('' where it was not told). */
  readonly answeredNs: Ns
  readonly answeredBy: string
  /** Since when it is missing, how often it was asked for, and of which release. */
  readonly missingNs: Ns
  readonly missingIn: string
  readonly hits: number
}

const DAY_MS = 24 * 3_600_000
/** One may be a typing error. */
const MIN_HITS = 3

/**
 * Finds routes that were lost: paths that ended in the 404 page three times or more within a day, after a route that matches them had
 * answered for the last time within 14 days. Of a route with parameters only where the release is another one: its 404 may be a record
 * that is not there.
 *
 * @param options.nowMs Unix milliseconds.
 * @returns Most hits first, then by path.
 * @throws {StoreError} Any kind.
 */
export async function findLostPaths(
  store: Store,
  { nowMs }: { nowMs: number },
  signal?: AbortSignal,
): Promise<readonly LostPath[]> {
  const to = nsOfMs(nowMs)
  const hours = frequent(await listMissingHours(store, { range: { from: nsOfMs(nowMs - DAY_MS), to } }, signal))
  const services = [...new Set(hours.map(({ service }) => service))]
  if (services.length === 0) return []
  const routes = await listAnsweredRoutes(store, { range: { from: nsOfMs(nowMs - 14 * DAY_MS), to }, services }, signal)
  return detectLostPaths(hours, routes)
}

const ofPath = ({ service, path }: MissingHour) => `${service} ${path}`
const hitsOf = (hours: readonly MissingHour[]) => hours.reduce((sum, { hits }) => sum + hits, 0)

/** Of paths that were asked for often enough, before anything is asked of the routes, which are of two weeks. */
function frequent(hours: readonly MissingHour[]): readonly MissingHour[] {
  return [...Map.groupBy(hours, ofPath).values()].filter(all => hitsOf(all) >= MIN_HITS).flat()
}

/** @returns most hits first, then by path */
export function detectLostPaths(hours: readonly MissingHour[], routes: readonly AnsweredRoute[]): readonly LostPath[] {
  const lost = [...Map.groupBy(hours, ofPath).values()].flatMap(all => {
    const [{ service, path } = { service: '', path: '' }] = all
    const answered = routes.find(one => one.service === service && routeMatches(one.route, path))
    if (answered === undefined) return []
    const since = all.filter(
      ({ firstNs, release }) => firstNs > answered.lastNs && (isStatic(answered.route) || release !== answered.release),
    )
    const hits = hitsOf(since)
    if (hits < MIN_HITS) return []
    const first = since.reduce((a, b) => (b.firstNs < a.firstNs ? b : a))
    return [
      {
        path,
        service,
        route: answered.route,
        answeredNs: answered.lastNs,
        answeredBy: answered.release,
        missingNs: first.firstNs,
        missingIn: first.release,
        hits,
      },
    ]
  })
  return lost.toSorted((a, b) => b.hits - a.hits || a.path.localeCompare(b.path))
}

const isStatic = (route: string) => !/[:*{<[]/.test(route)

/** As the ledger writes a path: what looks like an id is a star, and behind the third segment nothing is known. */
const IDS = /^(\d.*|.*\d{3}.*|[0-9a-fA-F-]{16,}.*)$/
const SEGMENTS = 3

/**
 * Whether a route such as `/orders/:id` is one that answers a path of the ledger such as `/orders/*`. A route that takes the rest of any
 * path answers none in particular.
 */
export function routeMatches(route: string, path: string): boolean {
  const [wanted, given] = [segmentsOf(route), segmentsOf(path)]
  if (wanted.some(segment => segment.includes('*'))) return false
  if (wanted.length !== given.length && !(given.length === SEGMENTS && wanted.length > SEGMENTS)) return false
  return given.every((segment, i) => {
    const of = wanted[i] ?? ''
    return /^[:{<[]/.test(of) || of === segment || (segment === '*' && IDS.test(of))
  })
}

const segmentsOf = (path: string) => path.split('/').filter(segment => segment !== '')
