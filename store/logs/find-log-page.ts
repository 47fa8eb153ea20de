import type { Cursor } from '../newest-first.ts'
import type { Store } from '../store.ts'
import { type FoundLog, findLogs, type LogPage } from './find-logs.ts'

/** The place of a page in a list: at most one of these is given; without any, the page is the first. */
export interface LogPagePlace {
  /** The page begins after this record. */
  readonly after?: Cursor | undefined
  /** The page ends before this record. */
  readonly until?: Cursor | undefined
  /** The page has this record or time in its middle, however many records there are on either side. */
  readonly around?: Cursor | undefined
}

interface LogPageQuery extends Omit<LogPage, 'after'> {
  readonly place: LogPagePlace
}

export interface FoundLogPage {
  /** In the order of the list. */
  readonly logs: readonly FoundLog[]
  /** The record before the first one; `undefined` if the list begins with this page. */
  readonly start: Cursor | undefined
  /** True if the list goes on after this page. */
  readonly hasNext: boolean
}

/**
 * Lists one page of the log records that match a search, from any place in the list, in both directions.
 *
 * @param page.limit of records on the page; half of them on either side of a record
 * @throws {StoreError} Any kind.
 */
export async function findLogPage(
  store: Store,
  { place: { after, until, around }, limit, oldestFirst = false, ...page }: LogPageQuery,
  signal?: AbortSignal,
): Promise<FoundLogPage> {
  const isFirst = until === undefined && around === undefined
  const sizeBefore = until === undefined ? Math.floor(limit / 2) : limit
  const sizeAfter = until === undefined ? limit - (isFirst ? 0 : sizeBefore) : 0
  const read = (isReversed: boolean, size: number, start: Cursor | undefined) =>
    findLogs(store, { ...page, limit: size + 1, oldestFirst: oldestFirst !== isReversed, after: start }, signal)
  const [before, rest] = await Promise.all([
    isFirst ? [] : read(true, sizeBefore, until ?? around),
    until !== undefined ? [] : read(false, sizeAfter, around === undefined ? after : justBefore(around, oldestFirst)),
  ])
  return {
    logs: [...before.slice(0, sizeBefore).toReversed(), ...rest.slice(0, sizeAfter)],
    start: after ?? before[sizeBefore],
    hasNext: until !== undefined || rest.length > sizeAfter,
  }
}

/** The place next to a record, so that what comes after it begins with the record. */
function justBefore({ atNs, id }: Cursor, oldestFirst: boolean): Cursor {
  // Newest first is by falling rank: by time, then by ids in reverse.
  const rank = (atNs << 64n) + BigInt.asUintN(64, ~BigInt(`0x${id}`))
  const next = oldestFirst ? rank - 1n : rank + 1n
  return { atNs: next >> 64n, id: BigInt.asUintN(64, ~next).toString(16).padStart(16, '0') }
}
