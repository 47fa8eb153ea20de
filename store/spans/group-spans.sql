-- One row per value by which the spans of a search are grouped. In descending order of the requested column, then by
-- value. count, failed: spans, and failed ones among them; p50, p95, p99: exact percentiles in nanoseconds of the
-- durations that were read; totalNs: the durations of all spans together. oneIn: one trace in so many was read. groups:
-- the number of values. Of the measure, an attribute of numbers: measuredCount, how many spans have one; numbers: their
-- sum, average, least, most, and the 50th, 95th and 99th percentiles.
--   fromNs, toNs  Unix nanoseconds, half-open
--   level         one trace in 2^level is read
--   table         otel_traces, or span_samples, which has one trace in 16
--   hidden        services to leave out
--   by            'count', 'failed', 'p50', 'p95', 'p99', 'time', 'average', 'least', 'most' or 'sum'
--   measures      1 if percentiles are sorted by those of the measure
--   limit         1 to 500
-- Code inserts search, group, measure and sample (insert-expressions.ts).
SELECT
  grouped AS value,
  toString(bitShiftLeft(count(), {level:UInt8})) AS count,
  toString(bitShiftLeft(sum(isFailed), {level:UInt8})) AS failed,
  quantilesExact(0.5, 0.95, 0.99)(duration) AS percentiles,
  toString(percentiles[1]) AS p50,
  toString(percentiles[2]) AS p95,
  toString(percentiles[3]) AS p99,
  toString(bitShiftLeft(sum(duration), {level:UInt8})) AS totalNs,
  toString(bitShiftLeft(count(number), {level:UInt8})) AS measuredCount,
  [sum(number) * bitShiftLeft(1::UInt64, {level:UInt8}), avg(number), min(number), max(number),
    quantileExact(0.5)(number), quantileExact(0.95)(number), quantileExact(0.99)(number)] AS numbers,
  toString(bitShiftLeft(1::UInt64, {level:UInt8})) AS oneIn,
  toString(count() OVER ()) AS groups
FROM (
  SELECT ({{group: ''}})::String AS grouped, DurationNs AS duration, Failed = 1 AS isFailed,
    ({{measure: NULL}})::Nullable(Float64) AS number
  FROM {table:Identifier} FINAL
  -- As PREWHERE, which FINAL does not choose itself: copies of a span have the same values.
  PREWHERE toStartOfFiveMinutes(Timestamp) >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({fromNs:Int64}))
    AND Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
    AND ServiceName NOT IN {hidden:Array(String)} AND ({{sample: 1}}) AND ({{search: 1}})
)
GROUP BY grouped
ORDER BY ifNull([toFloat64(count()), sum(isFailed) / count(),
  if({measures:UInt8} = 1, numbers[5], toFloat64(percentiles[1])),
  if({measures:UInt8} = 1, numbers[6], toFloat64(percentiles[2])),
  if({measures:UInt8} = 1, numbers[7], toFloat64(percentiles[3])), toFloat64(sum(duration)), numbers[2], numbers[3],
  numbers[4], numbers[1]][greatest(1, indexOf(['count', 'failed', 'p50', 'p95', 'p99', 'time', 'average', 'least',
    'most', 'sum'], {by:String}))], -inf) DESC,
  count() DESC, value
LIMIT {limit:UInt32}
