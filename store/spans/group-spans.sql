-- One row per value by which the spans of a search are grouped. In descending order of the requested column, then by value. count, failed:
-- spans, and failed ones among them; p50, p95, p99: exact percentiles in nanoseconds of the durations that were read. oneIn: one trace in
-- so many was read. groups: the number of values.
--   fromNs, toNs  Unix nanoseconds, half-open
--   most          above so many spans a sample of traces is read, halved as often as needed
--   hidden        services to leave out
--   by            'count', 'failed', 'p50', 'p95' or 'p99'
--   limit         1 to 500
-- The comments `search` and `group` are replaced by SQL with its own parameters.
WITH (
  SELECT toUInt8(least(20, ceil(log2(greatest(1, count() / {most:UInt32}))))) FROM otel_traces
  WHERE toStartOfFiveMinutes(Timestamp) >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({fromNs:Int64}))
    AND Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
    AND ServiceName NOT IN {hidden:Array(String)} AND (/* search */ 1)
) AS level
SELECT
  substringUTF8(grouped, 1, 300) AS value,
  toString(bitShiftLeft(count(), level)) AS count,
  toString(bitShiftLeft(sum(isFailed), level)) AS failed,
  quantilesExact(0.5, 0.95, 0.99)(duration) AS percentiles,
  toString(percentiles[1]) AS p50,
  toString(percentiles[2]) AS p95,
  toString(percentiles[3]) AS p99,
  toString(bitShiftLeft(1::UInt64, level)) AS oneIn,
  toString(count() OVER ()) AS groups
FROM (
  SELECT (/* group */ '')::String AS grouped, DurationNs AS duration, StatusCode = 'Error' AS isFailed
  FROM otel_traces
  WHERE toStartOfFiveMinutes(Timestamp) >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({fromNs:Int64}))
    AND Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
    AND ServiceName NOT IN {hidden:Array(String)} AND bitAnd(sipHash64(TraceId), bitShiftLeft(1::UInt64, level) - 1) = 0 AND (/* search */ 1)
  LIMIT 1 BY TraceId, SpanId, ServiceName
)
GROUP BY grouped
ORDER BY [toFloat64(count()), sum(isFailed) / count(), toFloat64(percentiles[1]), toFloat64(percentiles[2]), toFloat64(percentiles[3])][greatest(1, indexOf(['count', 'failed', 'p50', 'p95', 'p99'], {by:String}))] DESC, count() DESC, value
LIMIT {limit:UInt32}
