-- One row per exporter and signal of a Collector that reported in the range: since when it delivers nothing. By
-- Collector, exporter, data.
--   fromNs, toNs  Unix nanoseconds, half-open
--   limit         1 to 1000
-- nothingSentSinceNs is 0 if no batch is in transit now; or else the latest of: the last report without a batch in
-- transit (or else the first report), and the first report with as many sent items as now. Batches that follow one
-- another without a pause are sent.
WITH
  MetricName = 'otelcol_exporter_in_flight_requests' AS isFlight,
  toUnixTimestamp64Nano(TimeUnix) AS atNs
SELECT
  ResourceAttributes['service.instance.id'] AS collector,
  Attributes['exporter'] AS exporter,
  if(isFlight, Attributes['data_type'], transform(MetricName,
    ['otelcol_exporter_sent_spans', 'otelcol_exporter_sent_log_records', 'otelcol_exporter_sent_metric_points'],
    ['traces', 'logs', 'metrics'], '')) AS data,
  if(countIf(isFlight AND Value = 0) > 0, maxIf(atNs, isFlight AND Value = 0), minIf(atNs, isFlight)) AS idleNs,
  -maxIf((Value, -atNs), NOT isFlight).2 AS sentNs,
  toString(if(argMaxIf(Value, TimeUnix, isFlight) = 0, 0, greatest(idleNs, sentNs))) AS nothingSentSinceNs
FROM otel_metrics_sum
WHERE MetricName IN ('otelcol_exporter_in_flight_requests', 'otelcol_exporter_sent_spans',
    'otelcol_exporter_sent_log_records', 'otelcol_exporter_sent_metric_points')
  AND TimeUnix >= fromUnixTimestamp64Nano({fromNs:Int64}) AND TimeUnix < fromUnixTimestamp64Nano({toNs:Int64})
GROUP BY collector, exporter, data
HAVING countIf(isFlight) > 0
ORDER BY collector, exporter, data
LIMIT {limit:UInt32}
