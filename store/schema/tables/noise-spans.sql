-- One row per span that a drop rule removed; the table keeps nothing, views count. What the Collector removes, it sends
-- here, marked with the rule and the condition that took it (collector-config.yaml, traces/noise and logs/noise).
-- Key: none
-- Shard key: sipHash64(TraceId)
CREATE TABLE IF NOT EXISTS {{database}}.noise_spans{{local}} {{on_cluster}} (
  Timestamp DateTime64(9),
  {{span_columns}}
) ENGINE = Null;
