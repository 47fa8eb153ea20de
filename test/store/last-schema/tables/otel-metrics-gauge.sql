-- One row per data point of a gauge. The exporter's columns (v0.161). Identity: the series and the point's time.
-- Times are DateTime64(9), not the exporter's own DateTime: its driver refuses a whole batch for a DateTime after 2105.
-- Key: service, metric, hour, Series (hash of scope, attributes, resource), time
-- Shard key: sipHash64(ServiceName, MetricName)
CREATE TABLE IF NOT EXISTS {{database}}.otel_metrics_gauge{{local}} {{on_cluster}} (
  {{metric_columns}},
  Value Float64,
  Flags UInt32,
  {{exemplars}},
  {{metric_identity}}
) ENGINE = {{replacing}}
{{metric_order}}
TTL toDateTime(TimeUnix) + toIntervalDay({{metrics_days}})
SETTINGS {{settings}};
