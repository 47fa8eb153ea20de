-- One row per exception and source: a log record, or a span event named "exception".
--   Id    the row: the log record's identity, or span and position of the event
--   DedupeKey  equal for both sources of one exception (trace, span, last part of the type, as Python's loggers leave its module out, message);
--              a log without a span has its Id
-- Read with FINAL; an event counts only where no log has its DedupeKey.
-- Issue is computed here for any sender, unless it sent errata.issue.fingerprint (FingerprintOverride).
-- Key: 5 min, Issue, DedupeKey, shape, Id
-- Shard key: none, its views fill it on each shard
CREATE TABLE IF NOT EXISTS {{database}}.exceptions{{local}} {{on_cluster}} (
  Timestamp DateTime64(9) CODEC(Delta(8), ZSTD(1)),
  DedupeKey UInt64 CODEC(NONE),
  Source Enum8('event' = 1, 'log' = 2),
  Id UInt64 CODEC(NONE),
  ServiceName LowCardinality(String),
  TraceId String,
  SpanId String,
  SessionId String,
  Route LowCardinality(String),
  Release LowCardinality(String),
  Environment LowCardinality(String),
  Digest String,
  FingerprintOverride String,
  Type LowCardinality(String),
  Message String,
  Stacktrace String,
  Causes String,
  Attributes Map(LowCardinality(String), String),
  ResourceAttributes Map(LowCardinality(String), String),
  {{grouping}},
  INDEX trace TraceId TYPE bloom_filter(0.001) GRANULARITY 1,
  INDEX digest Digest TYPE bloom_filter(0.001) GRANULARITY 1,
  INDEX session SessionId TYPE bloom_filter(0.01) GRANULARITY 1
) ENGINE = {{replacing}}
PARTITION BY toDate(Timestamp)
ORDER BY (toStartOfFiveMinutes(Timestamp), Issue, DedupeKey, Source, Id)
TTL toDateTime(Timestamp) + toIntervalDay({{exceptions_days}})
SETTINGS index_granularity = 1024, {{settings}};

-- What fills exceptions: log records that carry an exception, and span events named "exception".
-- No expression here may throw: rows of the base table are committed by then, and the sender would repeat them for ever.
-- So an event's time is believed only near its span's, compared as wrapping integers.
CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.exceptions_of_logs {{on_cluster}} TO {{database}}.exceptions{{local}} AS
SELECT
  Timestamp,
  if(SpanId = '', Id, sipHash64(ServiceName, TraceId, SpanId, splitByChar('.', Type)[-1], Message)) AS DedupeKey,
  'log' AS Source,
  Id, ServiceName, TraceId, SpanId,
  LogAttributes['session.id'] AS SessionId,
  {{log_route}} AS Route,
  ResourceAttributes['service.version'] AS Release,
  {{environment}} AS Environment,
  LogAttributes['errata.error.digest'] AS Digest,
  LogAttributes['errata.issue.fingerprint'] AS FingerprintOverride,
  LogAttributes['exception.type'] AS Type,
  LogAttributes['exception.message'] AS Message,
  LogAttributes['exception.stacktrace'] AS Stacktrace,
  LogAttributes['errata.exception.causes'] AS Causes,
  mapFilter((key, value) -> key NOT IN ('exception.message', 'exception.stacktrace', 'errata.exception.causes'), LogAttributes) AS Attributes,
  ResourceAttributes
FROM {{database}}.otel_logs{{local}}
WHERE LogAttributes['exception.type'] != '' OR LogAttributes['exception.message'] != '';

CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.exceptions_of_spans {{on_cluster}} TO {{database}}.exceptions{{local}} AS
SELECT
  if(toUnixTimestamp64Nano(At) - toUnixTimestamp64Nano(SpanAt) BETWEEN -3600000000000 AND 86400000000000, At, SpanAt) AS Timestamp,
  sipHash64(ServiceName, TraceId, SpanId, splitByChar('.', Type)[-1], Message) AS DedupeKey,
  'event' AS Source,
  sipHash64(ServiceName, TraceId, SpanId, Position) AS Id,
  ServiceName, TraceId, SpanId,
  SpanAttributes['session.id'] AS SessionId,
  coalesce(nullIf(SpanAttributes['errata.transaction.route'], ''), SpanAttributes['http.route']) AS Route,
  ResourceAttributes['service.version'] AS Release,
  {{environment}} AS Environment,
  SpanAttributes['errata.error.digest'] AS Digest,
  coalesce(nullIf(Said['errata.issue.fingerprint'], ''), nullIf(SpanAttributes['errata.issue.fingerprint'], ''), Digest) AS FingerprintOverride,
  Said['exception.type'] AS Type,
  Said['exception.message'] AS Message,
  Said['exception.stacktrace'] AS Stacktrace,
  Said['errata.exception.causes'] AS Causes,
  mapFilter((key, value) -> key NOT IN ('exception.message', 'exception.stacktrace', 'errata.exception.causes'), Said) AS Attributes,
  ResourceAttributes
FROM (
  SELECT Timestamp AS SpanAt, ServiceName, TraceId, SpanId, SpanAttributes, ResourceAttributes,
    `Events.Timestamp` AS Ats, `Events.Name` AS Names, `Events.Attributes` AS Saids
  FROM {{database}}.otel_traces{{local}}
  WHERE has(`Events.Name`, 'exception')
)
ARRAY JOIN Ats AS At, Names AS Name, Saids AS Said, arrayEnumerate(Names) AS Position
WHERE Name = 'exception';
