-- One row per sending queue of a Collector that reported in the range: its host, its newest size and capacity, and its
-- size at the first report since rateFromNs. Latest report first, then by Collector, exporter and data.
--   fromNs, toNs  Unix nanoseconds, half-open
--   rateFromNs    Unix nanoseconds
--   limit         1 to 1000
WITH MetricName = 'otelcol_exporter_queue_size' AND TimeUnix >= fromUnixTimestamp64Nano({rateFromNs:Int64}) AS IsRecentSize
SELECT
  ResourceAttributes['service.instance.id'] AS collector,
  any(ResourceAttributes['host.name']) AS host,
  Attributes['exporter'] AS exporter,
  Attributes['data_type'] AS data,
  argMaxIf(Value, TimeUnix, MetricName = 'otelcol_exporter_queue_size') AS size,
  argMaxIf(Value, TimeUnix, MetricName = 'otelcol_exporter_queue_capacity') AS capacity,
  argMinIf(Value, TimeUnix, IsRecentSize) AS earlierSize,
  toString(toUnixTimestamp64Nano(minIf(TimeUnix, IsRecentSize))) AS earlierNs,
  toString(toUnixTimestamp64Nano(min(TimeUnix))) AS sinceNs,
  toString(toUnixTimestamp64Nano(max(TimeUnix))) AS reportedNs
FROM otel_metrics_gauge
WHERE MetricName IN ('otelcol_exporter_queue_size', 'otelcol_exporter_queue_capacity')
  AND TimeUnix >= fromUnixTimestamp64Nano({fromNs:Int64}) AND TimeUnix < fromUnixTimestamp64Nano({toNs:Int64})
GROUP BY collector, exporter, data
ORDER BY max(TimeUnix) DESC, collector, exporter, data
LIMIT {limit:UInt32}
