-- One row per span of one trace in 16, as it is in otel_traces, so that every search can be asked of it: what matches
-- many spans is counted here, where the traces of a sample lie together.
-- Level: how many zeros the hash of the trace id ends in, so that n and above are one trace in 2^n, the same ones
-- whenever they are asked for.
-- Key: level, 5 min, trace, span, service
-- Shard key: sipHash64(TraceId)
CREATE TABLE IF NOT EXISTS {{database}}.span_samples{{local}} {{on_cluster}} (
  Timestamp DateTime64(9) CODEC(Delta(8), ZSTD(1)),
  {{span_columns}},
  Route LowCardinality(String),
  HttpStatus UInt16,
  SessionId String,
  IsRoot UInt8,
  Failed UInt8,
  Operation LowCardinality(String),
  Level UInt8 DEFAULT least(20, bitCount(bitAnd(bitNot(sipHash64(TraceId)), sipHash64(TraceId) - 1))),
  Id UInt64 ALIAS sipHash64(ServiceName, TraceId, SpanId),
  DurationNs UInt64 ALIAS if(Duration < 604800000000000, Duration, 0),
) ENGINE = {{replacing}}
PARTITION BY toDate(Timestamp)
PRIMARY KEY (Level, toStartOfFiveMinutes(Timestamp), TraceId)
ORDER BY (Level, toStartOfFiveMinutes(Timestamp), TraceId, SpanId, ServiceName)
TTL toDateTime(Timestamp) + toIntervalDay({{traces_days}})
SETTINGS index_granularity = 1024, {{settings}};

CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.span_samples_of_spans {{on_cluster}}
  TO {{database}}.span_samples{{local}} AS
SELECT *, Route, HttpStatus, SessionId, IsRoot, Failed, Operation
FROM {{database}}.otel_traces{{local}}
WHERE bitAnd(sipHash64(TraceId), 15) = 0;
