-- One row per span or log record with a session id. Kind: 'span' for a transaction or a request, 'log', and 'exception'
-- for what is here only because it has an exception; the exceptions themselves are in exceptions. By session, so that
-- one is read whole. Details: attributes to show, by their newest names.
-- Key: session, time, Id
-- Shard key: none, its views fill it on each shard
CREATE TABLE IF NOT EXISTS {{database}}.session_steps{{local}} {{on_cluster}} (
  SessionId String,
  Timestamp DateTime64(9) CODEC(Delta(8), ZSTD(1)),
  Id UInt64 CODEC(NONE),
  Kind Enum8('span' = 1, 'log' = 2, 'exception' = 3),
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
  -- Of fifty ids in a part without them, hardly one reads a block.
  INDEX session SessionId TYPE bloom_filter(0.0001) GRANULARITY 8,
  INDEX user UserId TYPE bloom_filter(0.01) GRANULARITY 1
) ENGINE = {{replacing}}
PARTITION BY toDate(Timestamp)
ORDER BY (SessionId, Timestamp, Id)
TTL toDateTime(Timestamp) + toIntervalDay({{traces_days}})
SETTINGS index_granularity = 256, {{settings}};

-- No expression here may throw. Texts are cut: a session is read whole.
CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.session_steps_of_spans {{on_cluster}}
  TO {{database}}.session_steps{{local}} AS
WITH SpanAttributes AS Attributes
SELECT
  SessionId, span.Timestamp AS Timestamp,
  sipHash64(ServiceName, TraceId, SpanId) AS Id,
  if(span.IsRoot OR SpanKind = 'Client', 'span', 'exception') AS Kind, ServiceName,
  {{environment}} AS Environment,
  {{release}} AS Release,
  span.Route AS Route, SpanName AS Name, TraceId, SpanId,
  {{span_duration}} AS Duration,
  span.IsRoot AS IsRoot,
  span.Failed AS Failed,
  left({{user}}, 256) AS UserId,
  left({{browser}}, 512) AS Browser,
  mapApply((key, value) -> (key, left(value, 1024)),
    mapFilter((key, value) -> value != '' AND key IN ('url.full', 'url.template', 'http.request.method',
      'http.response.status_code', 'error.type', 'browser.navigation.type', 'errata.incomplete'),
      mapUpdate(SpanAttributes, map('url.full'::LowCardinality(String), {{span_url}},
        'http.request.method', {{span_method}}, 'http.response.status_code', {{span_status}})))) AS Details
FROM {{database}}.otel_traces{{local}} AS span
WHERE SessionId != '' AND (span.IsRoot OR SpanKind = 'Client' OR has(`Events.Name`, 'exception'));

CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.session_steps_of_logs {{on_cluster}}
  TO {{database}}.session_steps{{local}} AS
WITH LogAttributes AS Attributes
SELECT
  {{log_session}} AS SessionId, Timestamp, Id,
  if({{is_exception}}, 'exception', 'log') AS Kind, ServiceName,
  {{environment}} AS Environment,
  {{release}} AS Release,
  {{log_route}} AS Route,
  left(coalesce(nullIf(EventName, ''), LogAttributes['event.name']), 128) AS Name,
  TraceId, SpanId, 0 AS Duration, 0 AS IsRoot, 0 AS Failed,
  left({{user}}, 256) AS UserId,
  left({{browser}}, 512) AS Browser,
  mapApply((key, value) -> (key, left(value, 1024)),
    mapFilter((key, value) -> value != '' AND (key IN ('body', 'session.previous_id')
    OR startsWith(key, 'browser.web_vital.') OR startsWith(key, 'errata.click.') OR startsWith(key, 'errata.page.')
    OR startsWith(key, 'errata.telemetry.') OR startsWith(key, 'errata.long_animation_frame.')),
    mapUpdate(LogAttributes, map('body'::LowCardinality(String), Body)))) AS Details
FROM {{database}}.otel_logs{{local}}
WHERE {{log_session}} != '';
