-- One row per bucket in which Collectors reported a counter: by how much all of them rose in it. By metric, then by
-- bucket.
--   metrics       names of cumulative, monotonic sums
--   fromNs, toNs  Unix nanoseconds, half-open, whole buckets
--   stepNs        length of a bucket
--   limit         1 to 10000
-- A run is one process of one sender, as in list-counters.sql; its first report counts from 0 if it started in the
-- range, else not at all.
WITH
  fromUnixTimestamp64Nano({fromNs:Int64}) AS rangeFrom,
  fromUnixTimestamp64Nano({toNs:Int64}) AS rangeTo
SELECT metric, toString(bucket * {stepNs:Int64}) AS bucketNs, toString(toUInt64(sum(greatest(risen, 0)))) AS rise
FROM (
  SELECT metric, bucket,
    latest - lagInFrame(latest, 1, if(began >= rangeFrom, 0, first))
      OVER (PARTITION BY sender, metric, series, began
        ORDER BY bucket ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS risen
  FROM (
    SELECT ServiceName AS sender, MetricName AS metric, Series AS series, StartTimeUnix AS began,
      intDiv(toUnixTimestamp64Nano(TimeUnix), {stepNs:Int64}) AS bucket, max(Value) AS latest, min(Value) AS first
    FROM otel_metrics_sum
    WHERE MetricName IN {metrics:Array(String)} AND TimeUnix >= rangeFrom AND TimeUnix < rangeTo
      AND AggregationTemporality = 2 AND IsMonotonic
    GROUP BY sender, metric, series, began, bucket
  )
)
GROUP BY metric, bucket
ORDER BY metric, bucket
LIMIT {limit:UInt32}
