import { z } from 'zod'
import type { Store } from '../store.ts'
import { countColumn, type TimeRange } from '../units.ts'
import sql from './count-created-by-browsers.sql?raw'
import { DIRECT_SEED_NAME } from './count-stored.ts'

/**
 * What browser pages reported about their own records of one signal. A record in `made` that neither arrived nor was
 * dropped is lost, in transit, or was removed by a drop rule.
 */
export interface BrowserRecordCounts {
  readonly service: string
  readonly signal: 'spans' | 'logs'
  readonly created: number
  /** Of these, how many are stored. */
  readonly arrived: number
  /** Of these, how many the pages dropped. */
  readonly dropped: number
  /**
   * Stored records of pages that never reported how many they created: an older SDK, a page that ended early, or one
   * that is still open.
   */
  readonly silent: number
}

/** Browsers are not trusted: the relay would not accept more from a page within an hour. */
const MAX_TRIED_PER_PAGE = 20_000n

/**
 * Counts what became of the records that browsers report to have created.
 *
 * @param options.range At most an hour, by the browsers' timestamps.
 * @returns By service, spans first, at most 100.
 * @throws {StoreError} Any kind; `timeout` if there is too much to count.
 */
export async function countCreatedByBrowsers(
  store: Store,
  { range }: { range: TimeRange },
  signal?: AbortSignal,
): Promise<BrowserRecordCounts[]> {
  const params = { fromNs: range.from, toNs: range.to, most: MAX_TRIED_PER_PAGE, direct: DIRECT_SEED_NAME, limit: 100 }
  const rows = await store.query({ name: 'count-created-by-browsers', sql, params, decode: row.parse }, signal)
  return rows.flatMap(({ service, reported, arrived, dropped, silent }) =>
    (['spans', 'logs'] as const).map((signal, at) => ({
      service,
      signal,
      created: reported[at] ?? 0,
      arrived: arrived[at] ?? 0,
      dropped: dropped[at] ?? 0,
      silent: silent[at] ?? 0,
    })),
  )
}

const countsColumn = z.array(countColumn)
const row = z.object({
  service: z.string(),
  reported: countsColumn,
  arrived: countsColumn,
  dropped: countsColumn,
  silent: countsColumn,
})
