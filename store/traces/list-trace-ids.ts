import { z } from 'zod'
import type { Store } from '../store.ts'
import { flag, type TimeRange, type TraceId, traceId } from '../units.ts'
import sql from './list-trace-ids.sql?raw'

export interface TraceQuery {
  /** Compared with the start of the root. */
  readonly range: TimeRange
  /** Has a span in the trace. '' for every service. */
  readonly service?: string
  /** Of the root, with a leading slash. '' for every route. */
  readonly route?: string
  /** Only traces with a failed span. */
  readonly failedOnly?: boolean
  /** Of the root, in nanoseconds. */
  readonly minDurationNs?: bigint
  /** Part of the root's name or route, in any case, or a whole trace id. '' for everything. */
  readonly text?: string
  /** 1 to 500. */
  readonly limit: number
}

/** Summaries enough for any store. */
export const ALL_SUMMARIES = 2n ** 62n

/**
 * Finds which traces of a range are the newest, without what they are: the first step of {@link listTraces}.
 *
 * @param options.enough Matching summaries to look at, newest first, before older ones are left out. A trace has a few of them
 * before they are merged.
 * @returns At most `limit` ids, newest first, and whether nothing was left out. Without ids it is unknown, and said to be so.
 * @throws {StoreError} Any kind.
 */
export async function listTraceIds(
  store: Store,
  { enough, ...query }: TraceQuery & { enough: bigint },
  signal?: AbortSignal,
): Promise<{ traceIds: TraceId[]; complete: boolean }> {
  const { range, service = '', route = '', failedOnly = false, minDurationNs = 0n, text = '', limit } = query
  const filters = { service, route, failedOnly: failedOnly ? 1 : 0, minDurationNs, text }
  const params = { fromNs: range.from, toNs: range.to, ...filters, enough, limit }
  const rows = await store.ask({ name: 'list-trace-ids', sql, params, decode: row.parse }, signal)
  return { traceIds: rows.map(found => found.traceId), complete: rows[0]?.complete ?? false }
}

const row = z.object({ traceId, complete: flag })
