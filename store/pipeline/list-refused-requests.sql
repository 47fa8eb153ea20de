-- One row per protocol and status with which Collectors refused requests for good: how many requests. By protocol, then
-- by status.
--   service       the Collectors' service name
--   statuses      of HTTP (400) and of gRPC (RESOURCE_EXHAUSTED)
--   fromNs, toNs  Unix nanoseconds, half-open
--   limit         1 to 100
-- A Collector reports every few seconds all series that it has, and has one from its first request on. So one that it
-- did not report within an hour before the range counts from 0.
WITH
  fromUnixTimestamp64Nano({fromNs:Int64}) AS rangeFrom,
  fromUnixTimestamp64Nano({toNs:Int64}) AS rangeTo
SELECT protocol, status, toString(toUInt64(sum(greatest(risen, 0)))) AS requests
FROM (
  SELECT
    if(MetricName = 'http.server.request.duration', 'http', 'grpc') AS protocol,
    any(Attributes['http.response.status_code'] || Attributes['rpc.response.status_code']) AS status,
    toInt64(maxIf(Count, TimeUnix >= rangeFrom)) - toInt64(maxIf(Count, TimeUnix < rangeFrom)) AS risen
  FROM otel_metrics_histogram
  WHERE ServiceName = {service:String} AND MetricName IN ('http.server.request.duration', 'rpc.server.call.duration')
    AND TimeUnix >= rangeFrom - 3600 AND TimeUnix < rangeTo
    AND AggregationTemporality = 2
  GROUP BY MetricName, Series, StartTimeUnix
  HAVING countIf(TimeUnix >= rangeFrom) > 0
)
WHERE status IN {statuses:Array(String)}
GROUP BY protocol, status
HAVING sum(greatest(risen, 0)) > 0
ORDER BY protocol, status
LIMIT {limit:UInt32}
