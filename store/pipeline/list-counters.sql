-- One row per counter, set of attributes and, on request, service: its increase in the range, over all senders and
-- their restarts. By metric, then by attributes and service.
--   metrics       names of cumulative, monotonic sums
--   fromNs, toNs  Unix nanoseconds, half-open
--   byService     0 for all services together: service is then ''
--   limit         1 to 1000
-- A run is one process of one sender (identified by service.instance.id and start time). Its increase is counted from
-- its last value within an hour before the range; from 0 if it started in the range; else from its first value in the
-- range.
WITH
  fromUnixTimestamp64Nano({fromNs:Int64}) AS rangeFrom,
  fromUnixTimestamp64Nano({toNs:Int64}) AS rangeTo
SELECT metric, attributes, service, toString(toUInt64(sum(greatest(risen, 0)))) AS rise,
  toString(toUnixTimestamp64Nano(max(latest))) AS latestNs
FROM (
  SELECT
    MetricName AS metric,
    if({byService:UInt8} = 1, ServiceName::String, '') AS service,
    CAST(mapSort(any(Attributes)) AS Map(String, String)) AS attributes,
    max(TimeUnix) AS latest,
    maxIf(Value, TimeUnix >= rangeFrom) - multiIf(
      countIf(TimeUnix < rangeFrom) > 0, maxIf(Value, TimeUnix < rangeFrom),
      StartTimeUnix >= rangeFrom, 0,
      minIf(Value, TimeUnix >= rangeFrom)) AS risen
  FROM otel_metrics_sum
  WHERE MetricName IN {metrics:Array(String)}
    AND TimeUnix >= rangeFrom - 3600 AND TimeUnix < rangeTo
    AND AggregationTemporality = 2 AND IsMonotonic
  GROUP BY ServiceName, MetricName, Series, StartTimeUnix
  HAVING countIf(TimeUnix >= rangeFrom) > 0
)
GROUP BY metric, attributes, service
ORDER BY metric, attributes, service
LIMIT {limit:UInt32}
