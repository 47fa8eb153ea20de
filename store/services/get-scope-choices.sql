-- One row: the services of spans and log records in the range, the environments and releases of its spans, each by
-- name, the newest canary span, and the latest report of a Collector within the last hour.
--   canary        the service that sends canaries
--   fromNs, toNs  Unix nanoseconds, half-open, in whole three hours
--   limit         1 to 1000 of each
SELECT
  arraySlice(arraySort(groupUniqArray(ServiceName::String)), 1, {limit:UInt32}) AS services,
  arraySlice(arraySort(groupUniqArrayIf(Environment::String, Signal = 'spans' AND Environment != '')), 1,
    {limit:UInt32}) AS environments,
  arraySlice(arraySort(groupUniqArrayIf(Release::String, Signal = 'spans' AND Release != '')), 1,
    {limit:UInt32}) AS releases,
  toString(toUnixTimestamp64Nano(maxIf(LastSeen,
    Signal = 'spans' AND ServiceName = {canary:String}))) AS newestCanaryNs,
  (
    SELECT toString(toUnixTimestamp64Nano(max(TimeUnix)))
    FROM otel_metrics_gauge
    WHERE MetricName = 'otelcol_exporter_queue_size' AND TimeUnix >= now64(9) - toIntervalHour(1)
  ) AS reportedNs,
  toString(toUnixTimestamp64Nano(now64(9))) AS asOfNs
FROM service_activity
WHERE Signal IN ('spans', 'logs') AND BucketMinutes = 180
  AND Bucket > fromUnixTimestamp64Nano({fromNs:Int64}) - 10800 AND Bucket < fromUnixTimestamp64Nano({toNs:Int64})
ORDER BY asOfNs
LIMIT {limit:UInt32}
