-- Exceptions of a session are read from exceptions.
DROP VIEW IF EXISTS {{database}}.session_steps_of_exceptions {{on_cluster}};

ALTER TABLE {{database}}.session_steps_of_spans {{on_cluster}} MODIFY QUERY
SELECT
  SessionId, span.Timestamp AS Timestamp,
  sipHash64(ServiceName, TraceId, SpanId) AS Id,
  if(span.IsRoot OR SpanKind = 'Client', 'span', 'exception') AS Kind, ServiceName,
  {{environment}} AS Environment,
  ResourceAttributes['service.version'] AS Release,
  span.Route AS Route, SpanName AS Name, TraceId, SpanId,
  {{span_duration}} AS Duration,
  span.IsRoot AS IsRoot,
  StatusCode = 'Error' OR (span.IsRoot AND span.HttpStatus >= 500) OR toUInt16OrZero(SpanAttributes['http.response.status_code']) >= 500 AS Failed,
  left(SpanAttributes['user.id'], 256) AS UserId,
  left(ResourceAttributes['user_agent.original'], 512) AS Browser,
  mapApply((key, value) -> (key, left(value, 1024)), mapFilter((key, value) -> key IN ('url.full', 'url.template', 'http.request.method',
    'http.response.status_code', 'error.type', 'browser.navigation.type', 'errata.incomplete'), SpanAttributes)) AS Details
FROM {{database}}.otel_traces{{local}} AS span
WHERE SessionId != '' AND (span.IsRoot OR SpanKind = 'Client' OR has(`Events.Name`, 'exception'));

ALTER TABLE {{database}}.session_steps_of_logs {{on_cluster}} MODIFY QUERY
SELECT
  LogAttributes['session.id'] AS SessionId, Timestamp, Id,
  if({{is_exception}}, 'exception', 'log') AS Kind, ServiceName,
  {{environment}} AS Environment,
  ResourceAttributes['service.version'] AS Release,
  {{log_route}} AS Route,
  left(coalesce(nullIf(EventName, ''), LogAttributes['event.name']), 128) AS Name,
  TraceId, SpanId, 0 AS Duration, 0 AS IsRoot, 0 AS Failed,
  left(LogAttributes['user.id'], 256) AS UserId,
  left(ResourceAttributes['user_agent.original'], 512) AS Browser,
  mapApply((key, value) -> (key, left(value, 1024)), mapFilter((key, value) -> value != '' AND (key IN ('body', 'session.previous_id')
    OR startsWith(key, 'browser.web_vital.') OR startsWith(key, 'errata.click.') OR startsWith(key, 'errata.page.')
    OR startsWith(key, 'errata.telemetry.') OR startsWith(key, 'errata.long_animation_frame.')),
    mapUpdate(LogAttributes, map('body'::LowCardinality(String), Body)))) AS Details
FROM {{database}}.otel_logs{{local}}
WHERE LogAttributes['session.id'] != '';

-- Of a cluster the second is the distributed table.
ALTER TABLE {{database}}.session_steps{{local}} {{on_cluster}} DROP COLUMN IF EXISTS IsEvent, DROP COLUMN IF EXISTS DedupeKey;
ALTER TABLE {{database}}.session_steps {{on_cluster}} DROP COLUMN IF EXISTS IsEvent, DROP COLUMN IF EXISTS DedupeKey;
