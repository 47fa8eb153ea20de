-- What fills exceptions: log records that carry an exception, and span events named "exception".
-- No expression here may throw: rows of the base table are committed by then, and the sender would repeat them for ever.
-- So an event's time is believed only near its span's, compared as wrapping integers.
CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.exceptions_of_logs {{on_cluster}} TO {{database}}.exceptions{{local}} AS
SELECT
  Timestamp,
  if(SpanId = '', Id, sipHash64(ServiceName, TraceId, SpanId, Type, Message)) AS Same,
  'log' AS Shape,
  Id, ServiceName, TraceId, SpanId,
  LogAttributes['session.id'] AS SessionId,
  coalesce(nullIf(LogAttributes['errata.transaction.route'], ''), LogAttributes['http.route']) AS Route,
  ResourceAttributes['service.version'] AS Release,
  coalesce(nullIf(ResourceAttributes['deployment.environment.name'], ''), ResourceAttributes['deployment.environment']) AS Environment,
  LogAttributes['errata.error.digest'] AS Digest,
  LogAttributes['errata.issue.fingerprint'] AS Given,
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
  sipHash64(ServiceName, TraceId, SpanId, Type, Message) AS Same,
  'event' AS Shape,
  sipHash64(ServiceName, TraceId, SpanId, Position) AS Id,
  ServiceName, TraceId, SpanId,
  SpanAttributes['session.id'] AS SessionId,
  coalesce(nullIf(SpanAttributes['errata.transaction.route'], ''), SpanAttributes['http.route']) AS Route,
  ResourceAttributes['service.version'] AS Release,
  coalesce(nullIf(ResourceAttributes['deployment.environment.name'], ''), ResourceAttributes['deployment.environment']) AS Environment,
  SpanAttributes['errata.error.digest'] AS Digest,
  coalesce(nullIf(Said['errata.issue.fingerprint'], ''), nullIf(SpanAttributes['errata.issue.fingerprint'], ''), Digest) AS Given,
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
