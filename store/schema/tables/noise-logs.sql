-- One row per log record that a drop rule removed; the table keeps nothing, as noise_spans.
-- Key: none
-- Shard key: if(TraceId = '', sipHash64(ServiceName, Timestamp, Body), sipHash64(TraceId))
CREATE TABLE IF NOT EXISTS {{database}}.noise_logs{{local}} {{on_cluster}} (
  Timestamp DateTime64(9),
  {{log_columns}},
  EventName String
) ENGINE = Null;
