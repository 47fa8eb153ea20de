import { type CursorRange, fillPage } from './fill-page.ts'
import type { Ns, TimeRange } from './units.ts'

/** Where a row stands in a list. Rows of one time stand in the order of their ids, so no two share a place. */
export interface Cursor {
  /** Its time; in a list by durations its duration. */
  readonly atNs: Ns
  /** Lower-case hex digits, equally many in all of a list. */
  readonly id: string
}

/** A page of a list, whatever it is a list of. */
export interface Page {
  readonly range: TimeRange
  /** Where the page before ended. */
  readonly after?: Cursor | undefined
  /** 1 to 500. */
  readonly limit: number
}

/** What a query about one stretch of a list is given: nothing before `fromNs`, and nothing up to the place (`beforeNs`, `afterId`). */
export interface Window {
  readonly fromNs: Ns
  readonly beforeNs: Ns
  readonly afterId: string
  /** Of rows. */
  readonly limit: number
}

/** From after `start` to `end`, that one included; without an end to the beginning of the range. */
export interface PageWindow extends CursorRange<Cursor> {
  readonly range: TimeRange
}

/** No id comes after it. */
const LAST_ID = 'f'.repeat(32)

/** What the tables' keys begin with. */
const BUCKET_NS = 300n * 1_000_000_000n

/** A range that ends now reaches some minutes ahead, where nearly nothing is: the first window reaches behind now. */
const FIRST_NS = 2n * BUCKET_NS

/** From ten minutes to two hours, a day, and twelve days. */
const MAX_GROWTH = 12

/**
 * Reads one page of a list that is newest first.
 *
 * @param read Reads the candidates of a window, newest first, at most `limit`.
 * @param select As in {@link fillPage}.
 * @returns At most `limit` rows, newest first; fewer only when the range holds no more.
 */
export function newestFirst<Candidate extends Cursor, Row>(
  { range, after, limit }: Page,
  read: (window: Window) => Promise<Candidate[]>,
  select: (candidates: readonly Candidate[], window: PageWindow) => Promise<Row[]>,
): Promise<Row[]> {
  const newest = { atNs: range.to, id: LAST_ID }
  return fillPage<Cursor, Candidate, Row>(
    { start: after !== undefined && comesAfter(after, newest) ? after : newest, limit },
    (start, wanted) => readThroughWindows({ range, start, wanted }, read),
    (candidates, window) => select(candidates, { range, ...window }),
  )
}

/** Whether a place lies in a stretch. */
export function isWithin(place: Cursor, { range, start, end }: PageWindow): boolean {
  return place.atNs >= range.from && comesAfter(place, start) && (end === undefined || !comesAfter(place, end))
}

function comesAfter(place: Cursor, other: Cursor): boolean {
  return place.atNs < other.atNs || (place.atNs === other.atNs && place.id > other.id)
}

/**
 * Windows of time that grow as they go back: a page costs what it shows, not what lies behind it, and where rows are few, a handful of
 * windows reaches the beginning.
 */
async function readThroughWindows<Candidate>(
  { range, start, wanted }: { range: TimeRange; start: Cursor; wanted: number },
  read: (window: Window) => Promise<Candidate[]>,
): Promise<Candidate[]> {
  const candidates: Candidate[] = []
  let { atNs: beforeNs, id: afterId } = start
  let lengthNs = start.atNs === range.to ? FIRST_NS : BUCKET_NS
  while (candidates.length < wanted && beforeNs >= range.from) {
    const backNs = beforeNs - (beforeNs % BUCKET_NS) - lengthNs
    const fromNs = backNs > range.from ? backNs : range.from
    const left = wanted - candidates.length
    const found = await read({ fromNs, beforeNs, afterId, limit: left })
    candidates.push(...found)
    if (fromNs === range.from) break
    // Twice as long as what is left takes, by the number found.
    lengthNs *= BigInt(Math.min(MAX_GROWTH, Math.ceil((2 * left) / (found.length || 1))))
    beforeNs = fromNs
    afterId = LAST_ID
  }
  return candidates
}
