import { z } from 'zod'
import type { Store } from '../store.ts'
import { count, type TimeRange } from '../units.ts'
import sql from './count-created-by-browsers.sql?raw'
import { DIRECT_SEED_NAME } from './count-stored.ts'

/** What pages said of their own records of one signal; what of `made` neither arrived nor was dropped is lost, removed by a rule or on its way. */
export interface BrowserRecordCounts {
  readonly service: string
  readonly signal: 'spans' | 'logs'
  readonly created: number
  /** Of these, what is stored. */
  readonly arrived: number
  /** Of these, what the pages gave up themselves. */
  readonly dropped: number
  /** What is stored of pages that have not said how much they made: an older SDK, one that ended without a word, one that is still open. */
  readonly silent: number
}

/** A browser is not believed: a page cannot send so much in an hour that a relay would take it. */
const MAX_TRIED_PER_PAGE = 20_000n

/**
 * Says what became of the records that browsers say that they made.
 *
 * @param options.range An hour at most, of the browsers' own times.
 * @returns By service, spans first, of at most 100.
 * @throws {StoreError} Any kind; `timeout` where there is too much to be counted.
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

const counts = z.array(count)
const row = z.object({ service: z.string(), reported: counts, arrived: counts, dropped: counts, silent: counts })
