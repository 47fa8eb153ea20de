-- One row per log record in 16, with all that a search can read (count-samples.test.ts): what matches many records is
-- counted here, where those of a sample lie together.
-- Level: how many zeros Id ends in, so that n and above are one record in 2^n, the same ones whenever they are asked
-- for.
-- Key: level, 5 min, service, time, Id
-- Shard key: if(TraceId = '', sipHash64(ServiceName, Timestamp, Body), sipHash64(TraceId))
CREATE TABLE IF NOT EXISTS {{database}}.log_samples{{local}} {{on_cluster}} (
  Timestamp DateTime64(9) CODEC(Delta(8), ZSTD(1)),
  TraceId String,
  SpanId String,
  Severity UInt8,
  ServiceName LowCardinality(String),
  Body String,
  ResourceAttributes Map(LowCardinality(String), String),
  ScopeName String,
  LogAttributes Map(LowCardinality(String), String),
  EventName String,
  Id UInt64 CODEC(NONE),
  Level UInt8 DEFAULT least(20, bitCount(bitAnd(bitNot(Id), Id - 1)))
) ENGINE = {{replacing}}
PARTITION BY toDate(Timestamp)
PRIMARY KEY (Level, toStartOfFiveMinutes(Timestamp), ServiceName, Timestamp)
ORDER BY (Level, toStartOfFiveMinutes(Timestamp), ServiceName, Timestamp, Id)
TTL toDateTime(Timestamp) + toIntervalDay({{logs_days}})
SETTINGS index_granularity = 1024, {{settings}};

CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.log_samples_of_logs {{on_cluster}}
  TO {{database}}.log_samples{{local}} AS
SELECT Timestamp, TraceId, SpanId, Severity, ServiceName, Body, ResourceAttributes, ScopeName,
  LogAttributes, EventName, Id
FROM {{database}}.otel_logs{{local}}
WHERE bitAnd(Id, 15) = 0;
