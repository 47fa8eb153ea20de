-- cluster only
-- The names that everybody reads and writes, over the _local tables of every shard. What FINAL and grouping must see
-- together lies on one shard: all of a trace, all of a series, all of a digest.
CREATE TABLE IF NOT EXISTS {{database}}.otel_traces {{on_cluster}} AS {{database}}.otel_traces_local
ENGINE = Distributed({{cluster}}, {{database}}, otel_traces_local, sipHash64(TraceId));

CREATE TABLE IF NOT EXISTS {{database}}.otel_logs {{on_cluster}} AS {{database}}.otel_logs_local
ENGINE = Distributed({{cluster}}, {{database}}, otel_logs_local,
  if(TraceId = '', sipHash64(ServiceName, Timestamp, Body), sipHash64(TraceId)));

CREATE TABLE IF NOT EXISTS {{database}}.otel_metrics_gauge {{on_cluster}} AS {{database}}.otel_metrics_gauge_local
ENGINE = Distributed({{cluster}}, {{database}}, otel_metrics_gauge_local, sipHash64(ServiceName, MetricName));

CREATE TABLE IF NOT EXISTS {{database}}.otel_metrics_sum {{on_cluster}} AS {{database}}.otel_metrics_sum_local
ENGINE = Distributed({{cluster}}, {{database}}, otel_metrics_sum_local, sipHash64(ServiceName, MetricName));

CREATE TABLE IF NOT EXISTS {{database}}.otel_metrics_histogram {{on_cluster}} AS {{database}}.otel_metrics_histogram_local
ENGINE = Distributed({{cluster}}, {{database}}, otel_metrics_histogram_local, sipHash64(ServiceName, MetricName));

CREATE TABLE IF NOT EXISTS {{database}}.otel_metrics_exponential_histogram {{on_cluster}}
AS {{database}}.otel_metrics_exponential_histogram_local
ENGINE = Distributed({{cluster}}, {{database}}, otel_metrics_exponential_histogram_local, sipHash64(ServiceName, MetricName));

CREATE TABLE IF NOT EXISTS {{database}}.otel_metrics_summary {{on_cluster}} AS {{database}}.otel_metrics_summary_local
ENGINE = Distributed({{cluster}}, {{database}}, otel_metrics_summary_local, sipHash64(ServiceName, MetricName));

CREATE TABLE IF NOT EXISTS {{database}}.exceptions {{on_cluster}} AS {{database}}.exceptions_local
ENGINE = Distributed({{cluster}}, {{database}}, exceptions_local);

CREATE TABLE IF NOT EXISTS {{database}}.transactions {{on_cluster}} AS {{database}}.transactions_local
ENGINE = Distributed({{cluster}}, {{database}}, transactions_local);

CREATE TABLE IF NOT EXISTS {{database}}.trace_summary {{on_cluster}} AS {{database}}.trace_summary_local
ENGINE = Distributed({{cluster}}, {{database}}, trace_summary_local);

CREATE TABLE IF NOT EXISTS {{database}}.trace_index {{on_cluster}} AS {{database}}.trace_index_local
ENGINE = Distributed({{cluster}}, {{database}}, trace_index_local);

CREATE TABLE IF NOT EXISTS {{database}}.digests {{on_cluster}} AS {{database}}.digests_local
ENGINE = Distributed({{cluster}}, {{database}}, digests_local);
