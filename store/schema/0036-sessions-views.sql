-- What fills the tables of 0035. No expression here may throw. Texts are cut: a session is read whole.
CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.session_steps_of_spans {{on_cluster}} TO {{database}}.session_steps{{local}} AS
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
FROM {{database}}.otel_traces{{local}} AS span
WHERE SessionId != '' AND (span.IsRoot OR SpanKind = 'Client');

CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.session_steps_of_logs {{on_cluster}} TO {{database}}.session_steps{{local}} AS
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
FROM {{database}}.otel_logs{{local}}
WHERE LogAttributes['session.id'] != '' AND LogAttributes['exception.type'] = '' AND LogAttributes['exception.message'] = '';

CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.session_steps_of_exceptions {{on_cluster}}
TO {{database}}.session_steps{{local}} AS
SELECT
  SessionId, Timestamp, Id, 'exception' AS Kind, Shape = 'event' AS IsEvent, Same, ServiceName, Environment, Release, Route, Type AS Name,
  TraceId, SpanId, 0 AS Duration, 0 AS IsRoot,
  Attributes['errata.exception.source'] NOT IN ('reportError', 'react.recoverable', 'resource', 'csp') AS Failed,
  left(Attributes['user.id'], 256) AS UserId,
  left(ResourceAttributes['user_agent.original'], 512) AS Browser,
  mapApply((key, value) -> (key, left(value, 4096)), mapFilter((key, value) -> key IN ('message', 'issue', 'errata.user_actions',
    'errata.exception.source', 'url.full'), mapUpdate(Attributes, map('message'::LowCardinality(String), Message, 'issue', Issue::String)))) AS Told
FROM {{database}}.exceptions{{local}}
WHERE SessionId != '';

CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.user_sessions_of_steps {{on_cluster}} TO {{database}}.user_sessions{{local}} AS
SELECT UserId, SessionId, toMonday(Timestamp) AS Week, max(Timestamp) AS LastSeen
FROM {{database}}.session_steps{{local}}
WHERE UserId != ''
GROUP BY UserId, SessionId, Week;

CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.release_sessions_of_steps {{on_cluster}}
TO {{database}}.release_sessions{{local}} AS
SELECT ServiceName, Release, Environment, toDate(Timestamp) AS Day,
  uniqState(sipHash64(SessionId)) AS Sessions,
  uniqStateIf(sipHash64(SessionId), Failed = 1 AND (Kind = 'exception' OR IsRoot = 1)) AS Crashed
FROM {{database}}.session_steps{{local}}
GROUP BY ServiceName, Release, Environment, Day;

CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.releases_of_transactions {{on_cluster}} TO {{database}}.releases{{local}} AS
SELECT ServiceName, left(Release::String, 256) AS Release, Environment, min(Timestamp) AS FirstSeen, max(Timestamp) AS LastSeen
FROM {{database}}.transactions{{local}}
WHERE Release != ''
GROUP BY ServiceName, Release, Environment;

CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.releases_of_exceptions {{on_cluster}} TO {{database}}.releases{{local}} AS
SELECT ServiceName, left(Release::String, 256) AS Release, Environment, min(Timestamp) AS FirstSeen, max(Timestamp) AS LastSeen
FROM {{database}}.exceptions{{local}}
WHERE Release != ''
GROUP BY ServiceName, Release, Environment;
