import { type CursorRange, fillPage } from './fill-page.ts'
import { MINUTE_NS } from './time-units.ts'
import type { Ns, TimeRange } from './units.ts'

/** The position of a row in a list. Rows of the same time are ordered by id, so positions are unique. */
export interface Cursor {
  /** The time, or the duration in a list sorted by duration. */
  readonly atNs: Ns
  /** Lower-case hex digits, all of one length in a list. */
  readonly id: string
}

/** A page of any list. */
export interface PageRequest {
  readonly range: TimeRange
  /** The end of the previous page. */
  readonly after?: Cursor | undefined
  /** 1 to 500. */
  readonly limit: number
}

interface NewestFirstRequest extends PageRequest {
  readonly readsInOrder?: boolean
  /** @default ten minutes, five on later pages */
  readonly firstWindowNs?: bigint | undefined
}

/** Parameters of a query for a part of a list: from `fromNs` on, and after the cursor (`beforeNs`, `afterId`). */
export interface PageQueryParams {
  readonly fromNs: Ns
  readonly beforeNs: Ns
  readonly afterId: string
  /** Of rows. */
  readonly limit: number
}

/** From `start`, exclusive, to `end`, inclusive; without `end` to the beginning of the range. */
export interface PageWindow extends CursorRange<Cursor> {
  readonly range: TimeRange
}

/** The last possible id. */
const LAST_ID = 'f'.repeat(32)

/** Tables are ordered by five minutes. */
const BUCKET_NS = 5n * MINUTE_NS

/** A range that ends now includes some minutes of the future, which are nearly empty, so the first window is longer. */
const FIRST_WINDOW_NS = 2n * BUCKET_NS

/** From ten minutes to two hours, a day, and twelve days. */
const MAX_FACTOR = 12

/** From two hours to two hundred years. */
const FACTOR_TO_ALL = 1_000_000
const LONG_WINDOW_NS = 6n * FIRST_WINDOW_NS

/**
 * Reads one page of a list, newest first.
 *
 * @param request.readsInOrder Whether `read` stops once it has enough rows, however long its window is.
 * @param request.firstWindowNs Longer for rows that are expected to be rare: each further window costs a query.
 * @param read Reads the candidates of a window, newest first, at most `limit`.
 * @param select As in {@link fillPage}.
 * @returns At most `limit` rows, newest first; fewer only if the range has no more.
 */
export function readNewestFirst<Candidate extends Cursor, Row>(
  { range, after, limit, readsInOrder = false, firstWindowNs }: NewestFirstRequest,
  read: (window: PageQueryParams) => Promise<Candidate[]>,
  select: (candidates: readonly Candidate[], window: PageWindow) => Promise<Row[]>,
): Promise<Row[]> {
  const newest = { atNs: range.to, id: LAST_ID }
  return fillPage<Cursor, Candidate, Row>(
    { start: after !== undefined && comesAfter(after, newest) ? after : newest, limit },
    (start, wanted) => readThroughWindows({ range, start, wanted, readsInOrder, firstWindowNs }, read),
    (candidates, window) => select(candidates, { range, ...window }),
  )
}

/** Whether a cursor is in a part of the list. */
export function isCursorInWindow(place: Cursor, { range, start, end }: PageWindow): boolean {
  return place.atNs >= range.from && comesAfter(place, start) && (end === undefined || !comesAfter(place, end))
}

function comesAfter(place: Cursor, other: Cursor): boolean {
  return place.atNs < other.atNs || (place.atNs === other.atNs && place.id > other.id)
}

interface WindowsRequest {
  readonly range: TimeRange
  readonly start: Cursor
  readonly wanted: number
  readonly readsInOrder: boolean
  readonly firstWindowNs: bigint | undefined
}

/**
 * Time windows that grow backwards: the cost of a page depends on what it shows, not on what lies behind it. With few rows a handful of windows
 * reaches the beginning; if rows are read in order, three. Not fewer: where a part of the table has no match, it is read to the window's start.
 */
async function readThroughWindows<Candidate>(
  { range, start, wanted, readsInOrder, firstWindowNs }: WindowsRequest,
  read: (window: PageQueryParams) => Promise<Candidate[]>,
): Promise<Candidate[]> {
  const candidates: Candidate[] = []
  let { atNs: beforeNs, id: afterId } = start
  let lengthNs = firstWindowNs ?? (start.atNs === range.to ? FIRST_WINDOW_NS : BUCKET_NS)
  while (candidates.length < wanted && beforeNs >= range.from) {
    const backNs = beforeNs - (beforeNs % BUCKET_NS) - lengthNs
    const fromNs = backNs > range.from ? backNs : range.from
    const left = wanted - candidates.length
    const found = await read({ fromNs, beforeNs, afterId, limit: left })
    candidates.push(...found)
    if (fromNs === range.from) break
    // Twice the time that the missing rows need at the density so far.
    const maxFactor = readsInOrder && lengthNs >= LONG_WINDOW_NS ? FACTOR_TO_ALL : MAX_FACTOR
    const factor = found.length === 0 ? maxFactor : Math.ceil((2 * left) / found.length)
    lengthNs *= BigInt(Math.min(maxFactor, factor))
    beforeNs = fromNs
    afterId = LAST_ID
  }
  return candidates
}
