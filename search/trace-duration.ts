/**
 * SQL of the duration of a trace in nanoseconds, of its rows in trace_parts: from its first start to its last end. Only five-minute rows within
 * an hour of the root's count, so that a query reads an hour around its range, and one clock that is far off does not decide the duration.
 */
export const TRACE_DURATION_SQL = `arrayMax((arrayFilter(
    part -> abs(part.1 - toInt64(toUnixTimestamp(toStartOfFiveMinutes(min((Root.Rank, Root.Start)).2)))) <= 3600,
    groupArray((toInt64(toUnixTimestamp(Bucket)), toUnixTimestamp64Nano(Start), toUnixTimestamp64Nano(End)))
  ) AS near).3) - arrayMin(near.2)`
