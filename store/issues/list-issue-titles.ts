import { z } from 'zod'
import { booleanColumn, int64 } from '../columns.ts'
import { readWhole } from '../read-whole.ts'
import type { Store } from '../store.ts'
import type { SeenRelease } from './derive-state.ts'
import sql from './list-issue-titles.sql?raw'
import { issueIdParams, type Merges } from './merges.ts'

/** Title, route and releases of an issue. The title is that of its first exception, while any is kept: that of the latest
 * would change from load to load. Where it was thrown is that of the latest. */
export interface IssueTitleAndReleases {
  readonly issue: string
  readonly service: string
  /** True if a browser sent one of its exceptions, so that anybody may have written its title. */
  readonly isBrowser: boolean
  readonly type: string
  readonly message: string
  readonly route: string
  /** The innermost in-app function, with its file if known; '' if there is none. */
  readonly function: string
  /** service.version; '' if the sender sets none. */
  readonly firstRelease: string
  readonly lastRelease: string
  /** Releases in which it was seen, as long as digests are kept, by first time. */
  readonly releases: readonly SeenRelease[]
}

const ROWS_AT_ONCE = 100_000

/**
 * Lists the titles of issues, and the releases in which they were seen.
 *
 * @param options.rowsAtOnce Reads so many at once; more than any issue has releases. @default 100,000
 * @returns By issue; no entry for an issue that was never seen.
 * @throws {StoreError} Any kind.
 */
export async function listIssueTitles(
  store: Store,
  { issues, merges, rowsAtOnce = ROWS_AT_ONCE }: { issues: readonly string[]; merges: Merges; rowsAtOnce?: number },
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, IssueTitleAndReleases>> {
  if (issues.length === 0) return new Map()
  const rows = await readWhole(issues, rowsAtOnce, some => {
    const params = { ...issueIdParams(some, merges), limit: rowsAtOnce }
    return store.query({ name: 'list-issue-titles', sql, params, decode: row.parse }, signal)
  })
  return new Map([...Map.groupBy(rows, ({ issue }) => issue)].map(([issue, all]) => [issue, summaryOf(issue, all)]))
}

function summaryOf(issue: string, rows: readonly z.output<typeof row>[]): IssueTitleAndReleases {
  const latest = rows.find(({ isLatest }) => isLatest)
  const last = rows.reduce((one, other) => (other.lastSeenNs > one.lastSeenNs ? other : one))
  return {
    issue,
    service: latest?.service ?? '',
    isBrowser: rows.some(({ isBrowser }) => isBrowser),
    type: latest?.type ?? '',
    message: latest?.message ?? '',
    route: latest?.route ?? '',
    function: latest?.function ?? '',
    firstRelease: rows[0]?.release ?? '',
    lastRelease: last.release,
    releases: rows.map(({ service, release, firstSeenNs, lastSeenNs }) => ({
      service,
      release,
      firstSeenNs,
      lastSeenNs,
    })),
  }
}

const row = z.object({
  issue: z.string(),
  service: z.string(),
  release: z.string(),
  firstSeenNs: int64,
  lastSeenNs: int64,
  isLatest: booleanColumn,
  isBrowser: booleanColumn,
  type: z.string(),
  message: z.string(),
  route: z.string(),
  function: z.string(),
})
