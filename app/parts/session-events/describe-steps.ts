import type { SessionEvent } from '../../../store/sessions/list-session-events.ts'
import type { Ns } from '../../../store/units.ts'
import { formatDuration, formatElapsed } from '../../format/duration.ts'
import { addUserActions, mergeVitals } from './arrange-steps.ts'
import { describeRow, type EventRow } from './describe-event.ts'
import type { IssueOutlook } from './describe-issues.server.ts'

/** An event of a session with its times as text. */
export interface TimedRow extends EventRow {
  /** Since the start of the session; '' for what has no time. */
  readonly elapsed: string
  /** A server's, without a session id. */
  readonly isOfServer?: boolean
  /** Those of a request: who made it and who answered. @default as the table knows */
  readonly services?: readonly string[]
  /** Of a page, how long after the previous one it began, from a second; '' if less. */
  readonly wait: string
  /** Of an exception, what became of its issue. */
  readonly state?: IssueOutlook | undefined
}

const MIN_WAIT_NS = 1_000_000_000n

interface Rows {
  readonly rows: readonly TimedRow[]
  /** See `namesRoutes`. */
  readonly namesRoutes: boolean
}

/**
 * Describes events, adds times and the visitor's actions, and drops what rows would repeat. For loaders: the result needs no code.
 *
 * @param issues What became of the issues of exceptions, as these name them.
 */
export function describeSteps(
  found: readonly SessionEvent[],
  firstNs: Ns,
  issues: ReadonlyMap<string, IssueOutlook> = new Map(),
): Rows {
  const all = mergeVitals(addUserActions(dropSharedHost(found)).map(describeRow))
  let pageEndNs: bigint | undefined
  const rows = all.map((row): TimedRow => {
    const waitNs = row.isRoot && pageEndNs !== undefined ? row.atNs - pageEndNs : 0n
    const endNs = row.atNs + row.durationNs
    if (row.isRoot && (pageEndNs === undefined || endNs > pageEndNs)) pageEndNs = endNs
    return {
      ...row,
      elapsed: formatElapsed(row.atNs - firstNs),
      wait: waitNs < MIN_WAIT_NS ? '' : `${formatDuration(waitNs)} after the previous page`,
      state: row.kind === 'exception' ? issues.get(row.attributes['issue'] ?? '') : undefined,
    }
  })
  return { rows, namesRoutes: namesRoutes(all) }
}

interface Visit {
  /** The start of the session. */
  readonly firstNs: Ns
  /** When the visitor left; `undefined` if unknown, or not yet. */
  readonly leftNs: Ns | undefined
}

/** The last failure with the page that it was on, what came right before it, and after it the next page, or that the visitor left. */
export function aroundLastFailure(rows: readonly TimedRow[], { firstNs, leftNs }: Visit): TimedRow[] {
  const at = rows.findLastIndex(({ failed }) => failed)
  const failure = rows[at]
  if (failure === undefined) return []
  const page = rows.slice(0, at).findLastIndex(({ isRoot }) => isRoot)
  const next = rows.findIndex(({ isRoot }, index) => isRoot && index > at)
  const around = rows.filter((_, index) => [page, at - 1, at, next].includes(index))
  if (next !== -1 || leftNs === undefined || leftNs < failure.atNs) return around
  const { mark, detail, facts, state, ...place } = failure
  const nothing = { traceId: '', spanId: '', services: [], failed: false, attributes: {}, durationNs: 0n }
  const title = `Left ${formatDuration(leftNs - failure.atNs)} later`
  const elapsed = formatElapsed(leftNs - firstNs)
  return [...around, { ...place, ...nothing, id: 'left', kind: 'log', isRoot: false, atNs: leftNs, elapsed, title }]
}

/** Without the host of URLs if it is that of all requests: `/cart` for `https://shop.example/cart`. */
export function dropSharedHost<Step extends SessionEvent>(steps: readonly Step[]): readonly Step[] {
  const urls = steps.flatMap(({ kind, attributes }) => (kind === 'span' && attributes['url.full']) || [])
  const origins = new Set(urls.map(url => (URL.canParse(url) ? new URL(url).origin : url)))
  const [origin = ''] = origins
  if (origins.size !== 1 || !URL.canParse(origin)) return steps
  return steps.map(step => {
    const url = step.attributes['url.full'] ?? ''
    if (step.kind !== 'span' || !url.startsWith(origin)) return step
    return { ...step, attributes: { ...step.attributes, 'url.full': url.slice(origin.length) || '/' } }
  })
}

/** Whether the first event, and each page and navigation after it, names its route: a column of routes would repeat it. */
function namesRoutes(rows: readonly EventRow[]): boolean {
  return rows.every(({ isRoot, title, route }, index) => (isRoot ? title.includes(route) : index > 0))
}
