-- One row per value by which the spans of a search are grouped. In descending order of the requested column, then by
-- value. count, failed: spans, and failed ones among them; p50, p95, p99: exact percentiles in nanoseconds of the
-- durations that were read; totalNs: the durations of all spans together. oneIn: one trace in so many was read. groups:
-- the number of values.
--   fromNs, toNs  Unix nanoseconds, half-open
--   level         one trace in 2^level is read
--   table         otel_traces, or span_samples, which has one trace in 16
--   hidden        services to leave out
--   by            'count', 'failed', 'p50', 'p95', 'p99' or 'time'
--   limit         1 to 500
-- Code inserts search, group and sample (insert-expressions.ts).
SELECT
  substringUTF8(grouped, 1, 300) AS value,
  toString(bitShiftLeft(count(), {level:UInt8})) AS count,
  toString(bitShiftLeft(sum(isFailed), {level:UInt8})) AS failed,
  quantilesExact(0.5, 0.95, 0.99)(duration) AS percentiles,
  toString(percentiles[1]) AS p50,
  toString(percentiles[2]) AS p95,
  toString(percentiles[3]) AS p99,
  toString(bitShiftLeft(sum(duration), {level:UInt8})) AS totalNs,
  toString(bitShiftLeft(1::UInt64, {level:UInt8})) AS oneIn,
  toString(count() OVER ()) AS groups
FROM (
  SELECT ({{group: ''}})::String AS grouped, DurationNs AS duration, Failed = 1 AS isFailed
  FROM {table:Identifier} FINAL
  -- As PREWHERE, which FINAL does not choose itself: copies of a span have the same values.
  PREWHERE toStartOfFiveMinutes(Timestamp) >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({fromNs:Int64}))
    AND Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
    AND ServiceName NOT IN {hidden:Array(String)} AND ({{sample: 1}}) AND ({{search: 1}})
)
GROUP BY grouped
ORDER BY [toFloat64(count()), sum(isFailed) / count(), toFloat64(percentiles[1]), toFloat64(percentiles[2]),
  toFloat64(percentiles[3]),
  toFloat64(sum(duration))][greatest(1, indexOf(['count', 'failed', 'p50', 'p95', 'p99', 'time'], {by:String}))] DESC,
  count() DESC, value
LIMIT {limit:UInt32}
