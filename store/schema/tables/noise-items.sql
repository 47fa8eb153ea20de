-- One row per thing that was removed; keeps nothing either.
--   Mark     the rule and, behind a slash, which of its conditions; only the Collector sets it
--   Id       its identity, as of a row in the table that it did not reach
--   Sampled  1 where it may be kept as a sample
-- No expression of a view may throw: the sender would repeat the insert for ever.
-- Key: none
-- Shard key: none, its views fill it on each shard
CREATE TABLE IF NOT EXISTS {{database}}.noise_items{{local}} {{on_cluster}} (
  Mark String,
  Source Enum8('span' = 1, 'event' = 2, 'log' = 3),
  Id UInt64,
  At DateTime64(9),
  ServiceName LowCardinality(String),
  Route String, Release String,
  TraceId String, SpanId String,
  Digest String,
  Name String, Text String,
  Attributes Map(LowCardinality(String), String),
  ResourceAttributes Map(LowCardinality(String), String),
  Sampled UInt8
) ENGINE = Null;

-- The span itself (position 0) and its events, which may be removed from a kept span. Route: as set; else the path
-- without what looks like an id.
CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.noise_items_of_spans {{on_cluster}}
  TO {{database}}.noise_items{{local}} AS
SELECT
  Own['errata.noise.rule'] AS Mark,
  if(Position = 0, 'span', 'event') AS Source,
  if(Position = 0, sipHash64(ServiceName, TraceId, SpanId), sipHash64(ServiceName, TraceId, SpanId, Position)) AS Id,
  if(toUnixTimestamp64Nano(OwnTime) - toUnixTimestamp64Nano(Timestamp) BETWEEN -3600000000000 AND 86400000000000,
    OwnTime, Timestamp) AS At,
  ServiceName,
  left(coalesce(nullIf(SpanAttributes['errata.transaction.route'], ''), nullIf(SpanAttributes['http.route'], ''),
    replaceRegexpAll(left(SpanAttributes['url.path'], 1024), '/\\d[^/]*|/[^/]*\\d{3}[^/]*|/[0-9a-fA-F-]{16,}[^/]*',
      '/*')), 256) AS Route,
  left(ResourceAttributes['service.version'], 128) AS Release,
  TraceId, SpanId,
  left(SpanAttributes['errata.error.digest'], 128) AS Digest,
  OwnName::String AS Name,
  if(Position = 0, StatusMessage, Own['exception.message']) AS Text,
  if(Position = 0, mapUpdate(Own, map('errata.span.kind', SpanKind::String)::Map(LowCardinality(String), String)),
    Own) AS Attributes,
  ResourceAttributes,
  SpanAttributes['errata.noise.specimens'] != '0' AS Sampled
FROM {{database}}.noise_spans{{local}}
ARRAY JOIN
  arrayPushFront(`Events.Timestamp`, Timestamp) AS OwnTime,
  arrayPushFront(`Events.Name`, SpanName) AS OwnName,
  arrayPushFront(`Events.Attributes`, SpanAttributes) AS Own,
  arrayPushFront(arrayEnumerate(`Events.Name`), 0) AS Position
WHERE Own['errata.noise.rule'] != '';

CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.noise_items_of_logs {{on_cluster}}
  TO {{database}}.noise_items{{local}} AS
SELECT
  LogAttributes['errata.noise.rule'] AS Mark,
  'log' AS Source,
  {{log_id}} AS Id,
  Timestamp AS At, ServiceName,
  left({{log_route}}, 256) AS Route,
  left(ResourceAttributes['service.version'], 128) AS Release,
  TraceId, SpanId,
  left(LogAttributes['errata.error.digest'], 128) AS Digest,
  if(EventName != '', EventName, LogAttributes['event.name']) AS Name,
  if(LogAttributes['exception.message'] != '', LogAttributes['exception.message'], Body) AS Text,
  LogAttributes AS Attributes, ResourceAttributes,
  LogAttributes['errata.noise.specimens'] != '0' AS Sampled
FROM {{database}}.noise_logs{{local}}
WHERE LogAttributes['errata.noise.rule'] != '';
