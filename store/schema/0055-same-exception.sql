-- One exception that is told twice is one: by a logger with the class alone, as Python's do, by the span event with its module. Same (0009) goes by the
-- last part of the type, beside trace, span and message.
ALTER TABLE {{database}}.exceptions_of_logs {{on_cluster}} MODIFY QUERY
SELECT
  Timestamp,
  if(SpanId = '', Id, sipHash64(ServiceName, TraceId, SpanId, splitByChar('.', Type)[-1], Message)) AS Same,
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

ALTER TABLE {{database}}.exceptions_of_spans {{on_cluster}} MODIFY QUERY
SELECT
  if(toUnixTimestamp64Nano(At) - toUnixTimestamp64Nano(SpanAt) BETWEEN -3600000000000 AND 86400000000000, At, SpanAt) AS Timestamp,
  sipHash64(ServiceName, TraceId, SpanId, splitByChar('.', Type)[-1], Message) AS Same,
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
