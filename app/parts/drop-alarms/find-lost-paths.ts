import { type AnsweredRoute, listAnsweredRoutes } from '../../../store/noise/list-answered-routes.ts'
import { listMissingHours, type MissingHour } from '../../../store/noise/list-missing-hours.ts'
import type { Store } from '../../../store/store.ts'
import { DAY_MS } from '../../../store/time-units.ts'
import { type Ns, nsOfMs } from '../../../store/units.ts'

/** A path that answered before and now gets the 404 page. */
export interface LostPath {
  readonly path: string
  readonly service: string
  /** The route that answered it. */
  readonly route: string
  /** When that route last answered, and in which release ('' if unknown). */
  readonly answeredNs: Ns
  readonly answeredBy: string
  /** When it was first missing, how often since, and in which release. */
  readonly missingNs: Ns
  readonly missingIn: string
  readonly hits: number
}

/** A single hit may be a typing error. */
const MIN_HITS = 3

/**
 * Finds lost paths: three or more hits of the 404 page within a day, after a matching route answered within 14 days. A route with parameters
 * counts only if the release has changed, because its 404 may be a missing record.
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
  const hours = filterFrequentPaths(
    await listMissingHours(store, { range: { from: nsOfMs(nowMs - DAY_MS), to } }, signal),
  )
  const services = [...new Set(hours.map(({ service }) => service))]
  if (services.length === 0) return []
  const routes = await listAnsweredRoutes(store, { range: { from: nsOfMs(nowMs - 14 * DAY_MS), to }, services }, signal)
  return detectLostPaths(hours, routes)
}

const pathKey = ({ service, path }: MissingHour) => `${service} ${path}`
const sumHits = (hours: readonly MissingHour[]) => hours.reduce((sum, { hits }) => sum + hits, 0)

/** Filters paths by hits before the routes of two weeks are queried. */
function filterFrequentPaths(hours: readonly MissingHour[]): readonly MissingHour[] {
  return [...Map.groupBy(hours, pathKey).values()].filter(all => sumHits(all) >= MIN_HITS).flat()
}

/** @returns most hits first, then by path */
export function detectLostPaths(hours: readonly MissingHour[], routes: readonly AnsweredRoute[]): readonly LostPath[] {
  const lost = [...Map.groupBy(hours, pathKey).values()].flatMap(all => {
    const [{ service, path } = { service: '', path: '' }] = all
    const answered = routes.find(one => one.service === service && routeMatches(one.route, path))
    if (answered === undefined) return []
    const since = all.filter(
      ({ firstNs, release }) => firstNs > answered.lastNs && (isStatic(answered.route) || release !== answered.release),
    )
    const hits = sumHits(since)
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

/** A stored path has * for ids, and only its first three segments. */
const ID_SEGMENT = /^(\d.*|.*\d{3}.*|[0-9a-fA-F-]{16,}.*)$/
const MAX_SEGMENTS = 3

/**
 * Whether a route such as `/orders/:id` matches a stored path such as `/orders/*`. A route that matches the rest of any path does not count.
 */
export function routeMatches(route: string, path: string): boolean {
  const [wanted, given] = [segmentsOf(route), segmentsOf(path)]
  if (wanted.some(segment => segment.includes('*'))) return false
  if (wanted.length !== given.length && !(given.length === MAX_SEGMENTS && wanted.length > MAX_SEGMENTS)) return false
  return given.every((segment, i) => {
    const of = wanted[i] ?? ''
    return /^[:{<[]/.test(of) || of === segment || (segment === '*' && ID_SEGMENT.test(of))
  })
}

const segmentsOf = (path: string) => path.split('/').filter(segment => segment !== '')
