-- One row per thing that bears a session: a transaction or a request (Kind 'span'), a log record, an exception in one shape. By session, so
-- that one is read whole. DedupeKey, IsEvent: as in exceptions. Details: what a reader wants to know of it. Read with FINAL.
-- Key: session, time, Id
-- Shard key: none, its views fill it on each shard
CREATE TABLE IF NOT EXISTS {{database}}.session_steps{{local}} {{on_cluster}} (
  SessionId String,
  Timestamp DateTime64(9) CODEC(Delta(8), ZSTD(1)),
  Id UInt64 CODEC(NONE),
  Kind Enum8('span' = 1, 'log' = 2, 'exception' = 3),
  IsEvent UInt8,
  DedupeKey UInt64 CODEC(NONE),
  ServiceName LowCardinality(String),
  Environment LowCardinality(String),
  Release LowCardinality(String),
  Route LowCardinality(String),
  Name LowCardinality(String),
  TraceId String,
  SpanId String,
  Duration UInt64,
  IsRoot UInt8,
  Failed UInt8,
  UserId String,
  Browser LowCardinality(String),
  Details Map(LowCardinality(String), String),
  INDEX user UserId TYPE bloom_filter(0.01) GRANULARITY 1
) ENGINE = {{replacing}}
PARTITION BY toDate(Timestamp)
ORDER BY (SessionId, Timestamp, Id)
TTL toDateTime(Timestamp) + toIntervalDay({{traces_days}})
SETTINGS index_granularity = 256, {{settings}};

-- No expression here may throw. Texts are cut: a session is read whole.
CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.session_steps_of_spans {{on_cluster}} TO {{database}}.session_steps{{local}} AS
SELECT
  SessionId, span.Timestamp AS Timestamp,
  sipHash64(ServiceName, TraceId, SpanId) AS Id,
  'span' AS Kind, 0 AS IsEvent, 0 AS DedupeKey, ServiceName,
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
WHERE SessionId != '' AND (span.IsRoot OR SpanKind = 'Client');

CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.session_steps_of_logs {{on_cluster}} TO {{database}}.session_steps{{local}} AS
SELECT
  LogAttributes['session.id'] AS SessionId, Timestamp, Id,
  'log' AS Kind, 0 AS IsEvent, 0 AS DedupeKey, ServiceName,
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
WHERE LogAttributes['session.id'] != '' AND LogAttributes['exception.type'] = '' AND LogAttributes['exception.message'] = '';

CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.session_steps_of_exceptions {{on_cluster}}
TO {{database}}.session_steps{{local}} AS
SELECT
  SessionId, Timestamp, Id, 'exception' AS Kind, Source = 'event' AS IsEvent, DedupeKey, ServiceName, Environment, Release, Route, Type AS Name,
  TraceId, SpanId, 0 AS Duration, 0 AS IsRoot,
  {{unhandled}} AS Failed,
  left(Attributes['user.id'], 256) AS UserId,
  left(ResourceAttributes['user_agent.original'], 512) AS Browser,
  mapApply((key, value) -> (key, left(value, 4096)), mapFilter((key, value) -> key IN ('message', 'issue', 'errata.user_actions',
    'errata.exception.source', 'url.full'), mapUpdate(Attributes, map('message'::LowCardinality(String), Message, 'issue', Issue::String)))) AS Details
FROM {{database}}.exceptions{{local}}
WHERE SessionId != '';
