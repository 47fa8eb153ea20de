-- One row per exception of a log record or of a span event named "exception"; it keeps nothing. With bounds of zero a
-- Buffer inserts each block at once, as an insert of its own. So what stands behind it (the rule of grouping, the views
-- that read exceptions) is planned only by inserts that have an exception: exceptions-buffer.test.ts.
-- Key: none
-- Shard key: none, its views fill it on each shard
CREATE TABLE IF NOT EXISTS {{database}}.exceptions_buffer{{local}} {{on_cluster}} (
  {{exception_columns}}
) ENGINE = Buffer({{database}}, exceptions_grouped{{local}}, 1, 0, 0, 0, 0, 0, 0);

-- No expression here may throw: rows of the base table are committed by then, and the sender would repeat them for
-- ever. An event's time is used only if it is near its span's, compared as wrapping integers.
CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.exceptions_buffer_of_logs {{on_cluster}}
  TO {{database}}.exceptions_buffer{{local}} AS
SELECT
  Timestamp,
  if(TraceId = '', Id, sipHash64(ServiceName, TraceId, {{short_type}}, Message)) AS DedupeKey,
  'log' AS Source,
  Id, ServiceName,
  {{is_browser}} AS IsBrowser,
  TraceId, SpanId,
  {{log_session}} AS SessionId,
  {{log_route}} AS Route,
  {{release}} AS Release,
  {{environment}} AS Environment,
  LogAttributes['errata.error.digest'] AS Digest,
  LogAttributes['errata.issue.fingerprint'] AS FingerprintOverride,
  LogAttributes['exception.type'] AS Type,
  LogAttributes['exception.message'] AS Message,
  LogAttributes['exception.stacktrace'] AS Stacktrace,
  LogAttributes['errata.exception.causes'] AS Causes,
  mapFilter((key, value) -> key NOT IN ('exception.message', 'exception.stacktrace', 'errata.exception.causes'),
    LogAttributes) AS Attributes,
  ResourceAttributes
FROM {{database}}.otel_logs{{local}}
WHERE {{is_exception}};

CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.exceptions_buffer_of_spans {{on_cluster}}
  TO {{database}}.exceptions_buffer{{local}} AS
SELECT
  if(toUnixTimestamp64Nano(At) - toUnixTimestamp64Nano(SpanAt) BETWEEN -3600000000000 AND 86400000000000, At,
    SpanAt) AS Timestamp,
  sipHash64(ServiceName, TraceId, {{short_type}}, Message) AS DedupeKey,
  'event' AS Source,
  DedupeKey AS Id,
  ServiceName,
  {{is_browser}} AS IsBrowser,
  TraceId, SpanId,
  {{span_session}} AS SessionId,
  {{span_route}} AS Route,
  {{release}} AS Release,
  {{environment}} AS Environment,
  SpanAttributes['errata.error.digest'] AS Digest,
  coalesce(nullIf(Said['errata.issue.fingerprint'], ''), nullIf(SpanAttributes['errata.issue.fingerprint'], ''),
    Digest) AS FingerprintOverride,
  Said['exception.type'] AS Type,
  Said['exception.message'] AS Message,
  Said['exception.stacktrace'] AS Stacktrace,
  Said['errata.exception.causes'] AS Causes,
  -- With those of its span, which tell what was asked and by whom.
  mapFilter((key, value) -> key NOT IN ('exception.message', 'exception.stacktrace', 'errata.exception.causes'),
    mapUpdate(mapFilter((key, value) -> NOT startsWith(key, 'errata.'), SpanAttributes), Said)) AS Attributes,
  ResourceAttributes
FROM (
  SELECT Timestamp AS SpanAt, ServiceName, TraceId, SpanId, SpanAttributes, ResourceAttributes,
    `Events.Timestamp` AS Ats, `Events.Name` AS Names, `Events.Attributes` AS Saids
  FROM {{database}}.otel_traces{{local}}
  WHERE has(`Events.Name`, 'exception')
)
ARRAY JOIN Ats AS At, Names AS Name, Saids AS Said
WHERE Name = 'exception';
