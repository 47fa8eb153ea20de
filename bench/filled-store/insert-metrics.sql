-- One row per point of a cumulative sum: what two Collectors report about themselves, every ten seconds. Derived only
-- from its number, so that a repeated batch counts once.
--   startNs, points  start in Unix nanoseconds, and the number of ten-second steps
INSERT INTO otel_metrics_sum (ResourceAttributes, ServiceName, MetricName, Attributes, StartTimeUnix, TimeUnix, Value,
  AggregationTemporality, IsMonotonic)
WITH
  intDiv(number, 48) AS point,
  number % 2 AS collector,
  intDiv(number, 2) % 24 AS series,
  ['processor_filter_spans.filtered', 'processor_filter_logs.filtered', 'exporter_send_failed_spans',
    'exporter_send_failed_log_records', 'exporter_send_failed_metric_points', 'exporter_enqueue_failed_spans',
    'exporter_enqueue_failed_log_records', 'exporter_enqueue_failed_metric_points', 'exporter_sent_spans',
    'exporter_sent_log_records', 'receiver_accepted_spans', 'receiver_accepted_log_records'][series % 12 + 1] AS name,
  startsWith(name, 'processor') AS isFilter
SELECT
  map(
    'service.name', 'errata-otelcol',
    'service.instance.id',
    if(collector = 0, '0d6f0f6a-6a80-4f19-93fb-6b3a2b4f7a10', '7b1c7a3e-53d5-4c61-9d0f-0a4b6c7d8e9f'),
    'service.version', '0.161.0'
  ) AS ResourceAttributes,
  'errata-otelcol' AS ServiceName,
  concat('otelcol_', name) AS MetricName,
  if(isFilter,
    map('filter', if(series < 12, 'filter/health-check', 'filter/not-found')),
    map('exporter', 'clickhouse', 'data_type', if(series < 12, 'spans', 'logs'))) AS Attributes,
  fromUnixTimestamp64Nano({startNs:Int64}) AS StartTimeUnix,
  fromUnixTimestamp64Nano({startNs:Int64} + toInt64(point) * 10000000000) AS TimeUnix,
  if(isFilter, point * 3, 0) AS Value,
  2 AS AggregationTemporality,
  true AS IsMonotonic
FROM numbers({points:UInt64} * 48)
