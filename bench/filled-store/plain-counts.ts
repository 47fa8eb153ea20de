import type { Store } from '../../store/store.ts'

/** What the engine itself takes: the conditions of two searches as a count over the same day, without order, pages or repeated deliveries. */
export function queryPlainCounts(store: Store, fromNs: bigint, toNs: bigint) {
  const count = (where: string) => () =>
    store.query({
      name: 'plain-count',
      sql: `SELECT toString(count()) AS spans FROM otel_traces
        WHERE toStartOfFiveMinutes(Timestamp) >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({fromNs:Int64}))
          AND Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64}) AND ${where}`,
      params: { fromNs, toNs },
      decode: row => row,
    })
  return {
    'list.service-and-status': count("ServiceName = 'checkout' AND HttpStatus >= 500"),
    'list.attribute': count("SpanAttributes['thread.id'] = '7' AND SpanAttributes['url.path'] LIKE '%/4999'"),
  }
}
