-- One row: a log record that a drop rule removed, on its way to the views; it keeps nothing
-- Key: none
-- Shard key: if(TraceId = '', sipHash64(ServiceName, Timestamp, Body), sipHash64(TraceId))
CREATE TABLE IF NOT EXISTS {{database}}.noise_logs{{local}} {{on_cluster}} (
  Timestamp DateTime64(9),
  TraceId String,
  SpanId String,
  TraceFlags UInt8,
  SeverityText LowCardinality(String),
  SeverityNumber UInt8,
  ServiceName LowCardinality(String),
  Body String,
  ResourceSchemaUrl LowCardinality(String),
  ResourceAttributes Map(LowCardinality(String), String),
  ScopeSchemaUrl LowCardinality(String),
  ScopeName String,
  ScopeVersion LowCardinality(String),
  ScopeAttributes Map(LowCardinality(String), String),
  LogAttributes Map(LowCardinality(String), String),
  EventName String
) ENGINE = Null;
