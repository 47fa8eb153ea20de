-- One row per sending queue of a Collector that reported in the range: its host, and its newest size and capacity. Latest report
-- first, then by Collector, exporter and data.
--   fromNs, toNs  Unix nanoseconds, half-open
--   limit         1 to 1000
SELECT
  ResourceAttributes['service.instance.id'] AS collector,
  any(ResourceAttributes['host.name']) AS host,
  Attributes['exporter'] AS exporter,
  Attributes['data_type'] AS data,
  argMaxIf(Value, TimeUnix, MetricName = 'otelcol_exporter_queue_size') AS size,
  argMaxIf(Value, TimeUnix, MetricName = 'otelcol_exporter_queue_capacity') AS capacity,
  toString(toUnixTimestamp64Nano(min(TimeUnix))) AS sinceNs,
  toString(toUnixTimestamp64Nano(max(TimeUnix))) AS reportedNs
FROM otel_metrics_gauge
WHERE MetricName IN ('otelcol_exporter_queue_size', 'otelcol_exporter_queue_capacity')
  AND TimeUnix >= fromUnixTimestamp64Nano({fromNs:Int64}) AND TimeUnix < fromUnixTimestamp64Nano({toNs:Int64})
GROUP BY collector, exporter, data
ORDER BY max(TimeUnix) DESC, collector, exporter, data
LIMIT {limit:UInt32}
