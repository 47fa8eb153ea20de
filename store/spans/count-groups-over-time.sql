-- One row per bucket and value in which spans of a search have one of some values. By value, then by bucket. count,
-- failed: spans that were read, and failed ones among them; p95: exact percentile of their durations in nanoseconds;
-- oneIn: one trace in so many was read.
--   fromNs, toNs  Unix nanoseconds, half-open
--   stepNs        length of a bucket
--   level         one trace in 2^level is read
--   table         otel_traces, or span_samples, which has one trace in 16
--   hidden        services to leave out
--   groupValues   as group-spans.sql lists them
--   limit         1 to 10000
-- Code inserts search, group and sample (insert-expressions.ts).
SELECT
  grouped AS value,
  toString(intDiv(toUnixTimestamp64Nano(at), {stepNs:Int64}) * {stepNs:Int64}) AS bucketNs,
  toString(count()) AS count,
  toString(sum(isFailed)) AS failed,
  toString(quantileExact(0.95)(duration)) AS p95,
  toString(bitShiftLeft(1::UInt64, {level:UInt8})) AS oneIn
FROM (
  SELECT ({{group: ''}})::String AS grouped, DurationNs AS duration, Failed = 1 AS isFailed, Timestamp AS at
  FROM {table:Identifier} FINAL
  -- As PREWHERE, which FINAL does not choose itself: copies of a span have the same values.
  PREWHERE toStartOfFiveMinutes(Timestamp) >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({fromNs:Int64}))
    AND Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
    AND ServiceName NOT IN {hidden:Array(String)} AND ({{sample: 1}}) AND ({{search: 1}})
)
WHERE value IN {groupValues:Array(String)}
GROUP BY value, bucketNs
ORDER BY value, toInt64(bucketNs)
LIMIT {limit:UInt32}
