-- Fills the tables of 0035 from the rows that were there before, each shard its own, as the views of 0036 would have; those on
-- session_steps fill what hangs on it.
INSERT INTO {{database}}.session_steps
  (SessionId, Timestamp, Id, Kind, IsEvent, Same, ServiceName, Environment, Release, Route, Name, TraceId, SpanId, Duration, IsRoot, Failed,
   UserId, Browser, Told)
SELECT
  SessionId, span.Timestamp AS Timestamp,
  sipHash64(ServiceName, TraceId, SpanId) AS Id,
  'span' AS Kind, 0 AS IsEvent, 0 AS Same, ServiceName,
  coalesce(nullIf(ResourceAttributes['deployment.environment.name'], ''), ResourceAttributes['deployment.environment']) AS Environment,
  ResourceAttributes['service.version'] AS Release,
  span.Route AS Route, SpanName AS Name, TraceId, SpanId,
  if(span.Duration < 604800000000000, span.Duration, 0) AS Duration,
  span.IsRoot AS IsRoot,
  StatusCode = 'Error' OR (span.IsRoot AND span.HttpStatus >= 500) OR toUInt16OrZero(SpanAttributes['http.response.status_code']) >= 500 AS Failed,
  left(SpanAttributes['user.id'], 256) AS UserId,
  left(ResourceAttributes['user_agent.original'], 512) AS Browser,
  mapApply((key, value) -> (key, left(value, 1024)), mapFilter((key, value) -> key IN ('url.full', 'url.template', 'http.request.method',
    'http.response.status_code', 'error.type', 'browser.navigation.type', 'errata.incomplete'), SpanAttributes)) AS Told
FROM {{database}}.otel_traces AS span
WHERE SessionId != '' AND (span.IsRoot OR SpanKind = 'Client')
SETTINGS parallel_distributed_insert_select = 2, max_partitions_per_insert_block = 0;

INSERT INTO {{database}}.session_steps
  (SessionId, Timestamp, Id, Kind, IsEvent, Same, ServiceName, Environment, Release, Route, Name, TraceId, SpanId, Duration, IsRoot, Failed,
   UserId, Browser, Told)
SELECT
  LogAttributes['session.id'] AS SessionId, Timestamp, Id,
  'log' AS Kind, 0 AS IsEvent, 0 AS Same, ServiceName,
  coalesce(nullIf(ResourceAttributes['deployment.environment.name'], ''), ResourceAttributes['deployment.environment']) AS Environment,
  ResourceAttributes['service.version'] AS Release,
  coalesce(nullIf(LogAttributes['errata.transaction.route'], ''), LogAttributes['http.route']) AS Route,
  left(coalesce(nullIf(EventName, ''), LogAttributes['event.name']), 128) AS Name,
  TraceId, SpanId, 0 AS Duration, 0 AS IsRoot, 0 AS Failed,
  left(LogAttributes['user.id'], 256) AS UserId,
  left(ResourceAttributes['user_agent.original'], 512) AS Browser,
  mapApply((key, value) -> (key, left(value, 1024)), mapFilter((key, value) -> value != '' AND (key IN ('body', 'session.previous_id')
    OR startsWith(key, 'browser.web_vital.') OR startsWith(key, 'errata.click.') OR startsWith(key, 'errata.page.')
    OR startsWith(key, 'errata.telemetry.') OR startsWith(key, 'errata.long_animation_frame.')),
    mapUpdate(LogAttributes, map('body'::LowCardinality(String), Body)))) AS Told
FROM {{database}}.otel_logs
WHERE LogAttributes['session.id'] != '' AND LogAttributes['exception.type'] = '' AND LogAttributes['exception.message'] = ''
SETTINGS parallel_distributed_insert_select = 2, max_partitions_per_insert_block = 0;

INSERT INTO {{database}}.session_steps
  (SessionId, Timestamp, Id, Kind, IsEvent, Same, ServiceName, Environment, Release, Route, Name, TraceId, SpanId, Duration, IsRoot, Failed,
   UserId, Browser, Told)
SELECT
  SessionId, Timestamp, Id, 'exception' AS Kind, Shape = 'event' AS IsEvent, Same, ServiceName, Environment, Release, Route, Type AS Name,
  TraceId, SpanId, 0 AS Duration, 0 AS IsRoot,
  Attributes['errata.exception.source'] NOT IN ('reportError', 'react.recoverable', 'resource', 'csp') AS Failed,
  left(Attributes['user.id'], 256) AS UserId,
  left(ResourceAttributes['user_agent.original'], 512) AS Browser,
  mapApply((key, value) -> (key, left(value, 4096)), mapFilter((key, value) -> key IN ('message', 'issue', 'errata.user_actions',
    'errata.exception.source', 'url.full'), mapUpdate(Attributes, map('message'::LowCardinality(String), Message, 'issue', Issue::String)))) AS Told
FROM {{database}}.exceptions
WHERE SessionId != ''
SETTINGS parallel_distributed_insert_select = 2, max_partitions_per_insert_block = 0;

INSERT INTO {{database}}.releases (ServiceName, Release, Environment, FirstSeen, LastSeen)
SELECT ServiceName, left(Release::String, 256) AS Release, Environment, min(Timestamp) AS FirstSeen, max(Timestamp) AS LastSeen
FROM {{database}}.transactions
WHERE Release != ''
GROUP BY ServiceName, Release, Environment
SETTINGS parallel_distributed_insert_select = 2, max_partitions_per_insert_block = 0;

INSERT INTO {{database}}.releases (ServiceName, Release, Environment, FirstSeen, LastSeen)
SELECT ServiceName, left(Release::String, 256) AS Release, Environment, min(Timestamp) AS FirstSeen, max(Timestamp) AS LastSeen
FROM {{database}}.exceptions
WHERE Release != ''
GROUP BY ServiceName, Release, Environment
SETTINGS parallel_distributed_insert_select = 2, max_partitions_per_insert_block = 0;
