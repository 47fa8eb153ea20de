-- One row per exporter and signal of a Collector that reported in the range: whether its batches are delivered. By Collector, exporter,
-- data.
--   fromNs, toNs  Unix nanoseconds, half-open
--   lateNs        Unix nanoseconds: since when items count as sent recently
--   limit         1 to 1000
-- busySinceNs is the last report without a batch in transit, or else the first report; 0 if no batch is in transit now.
WITH
  MetricName = 'otelcol_exporter_in_flight_requests' AS isFlight,
  fromUnixTimestamp64Nano({lateNs:Int64}) AS late
SELECT
  ResourceAttributes['service.instance.id'] AS collector,
  Attributes['exporter'] AS exporter,
  if(isFlight, Attributes['data_type'], transform(MetricName,
    ['otelcol_exporter_sent_spans', 'otelcol_exporter_sent_log_records', 'otelcol_exporter_sent_metric_points'],
    ['traces', 'logs', 'metrics'], '')) AS data,
  toString(if(argMaxIf(Value, TimeUnix, isFlight) = 0, 0,
    toUnixTimestamp64Nano(if(countIf(isFlight AND Value = 0) > 0,
      maxIf(TimeUnix, isFlight AND Value = 0), minIf(TimeUnix, isFlight))))) AS busySinceNs,
  toString(toUInt64(greatest(0, maxIf(Value, NOT isFlight) - maxIf(Value, NOT isFlight AND TimeUnix < late)))) AS sentLately
FROM otel_metrics_sum
WHERE MetricName IN ('otelcol_exporter_in_flight_requests', 'otelcol_exporter_sent_spans',
    'otelcol_exporter_sent_log_records', 'otelcol_exporter_sent_metric_points')
  AND TimeUnix >= fromUnixTimestamp64Nano({fromNs:Int64}) AND TimeUnix < fromUnixTimestamp64Nano({toNs:Int64})
GROUP BY collector, exporter, data
HAVING countIf(isFlight) > 0
ORDER BY collector, exporter, data
LIMIT {limit:UInt32}
