-- One row per data point of a histogram. The exporter's columns (v0.161). Identity: the series and the point's time.
-- Key: service, metric, hour, Series (hash of scope, attributes, resource), time
-- Shard key: sipHash64(ServiceName, MetricName)
CREATE TABLE IF NOT EXISTS {{database}}.otel_metrics_histogram{{local}} {{on_cluster}} (
  {{metric_columns}},
  Count UInt64,
  Sum Float64,
  BucketCounts Array(UInt64),
  ExplicitBounds Array(Float64),
  {{exemplars}},
  Flags UInt32,
  Min Float64,
  Max Float64,
  AggregationTemporality Int32,
  {{metric_identity}}
) ENGINE = {{replacing}}
{{metric_order}}
TTL toDateTime(TimeUnix) + toIntervalDay({{metrics_days}})
SETTINGS {{settings}};
