-- One row per data point of a sum. The exporter's columns (v0.161). Identity: the series and the point's time.
-- Key: service, metric, hour, Series (hash of scope, attributes, resource), time
-- Shard key: sipHash64(ServiceName, MetricName)
CREATE TABLE IF NOT EXISTS {{database}}.otel_metrics_sum{{local}} {{on_cluster}} (
  {{metric_columns}},
  Value Float64,
  Flags UInt32,
  {{exemplars}},
  AggregationTemporality Int32,
  IsMonotonic Boolean,
  {{metric_identity}}
) ENGINE = {{replacing}}
{{metric_order}}
TTL toDateTime(TimeUnix) + toIntervalDay({{metrics_days}})
SETTINGS {{settings}};
