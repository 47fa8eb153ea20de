-- One row per Collector that refused items recently: how many, and how many of them for lack of memory or queue space.
-- Most items first, then by Collector.
--   fromNs, toNs  Unix nanoseconds, half-open: an hour, to distinguish a counter that started recently from one that
--                 was only first
--     reported
--   lateNs        Unix nanoseconds: since when a refusal counts as recent
--   limit         1 to 1000
WITH fromUnixTimestamp64Nano({lateNs:Int64}) AS late
SELECT
  collector,
  toString(sumIf(risen, startsWith(metric, 'otelcol_receiver_'))) AS items,
  toString(sumIf(risen, startsWith(metric, 'otelcol_processor_'))) AS byMemory,
  toString(sumIf(risen, startsWith(metric, 'otelcol_exporter_'))) AS byQueue
FROM (
  SELECT
    MetricName AS metric,
    any(ResourceAttributes['service.instance.id']) AS collector,
    toUInt64(greatest(0, max(Value) - maxIf(Value, TimeUnix < late))) AS risen
  FROM otel_metrics_sum
  WHERE MetricName IN (
      'otelcol_receiver_refused_spans', 'otelcol_receiver_refused_log_records',
      'otelcol_receiver_refused_metric_points',
      'otelcol_processor_memory_limiter_refused_spans', 'otelcol_processor_memory_limiter_refused_log_records',
      'otelcol_processor_memory_limiter_refused_metric_points', 'otelcol_exporter_enqueue_failed_spans',
      'otelcol_exporter_enqueue_failed_log_records', 'otelcol_exporter_enqueue_failed_metric_points')
    AND TimeUnix >= fromUnixTimestamp64Nano({fromNs:Int64}) AND TimeUnix < fromUnixTimestamp64Nano({toNs:Int64})
  GROUP BY MetricName, Series
)
GROUP BY collector
HAVING sum(risen) > 0
ORDER BY sum(risen) DESC, collector
LIMIT {limit:UInt32}
