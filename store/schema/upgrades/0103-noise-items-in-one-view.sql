-- Spans and their events in one view.
DROP VIEW IF EXISTS {{database}}.noise_items_of_events {{on_cluster}};

ALTER TABLE {{database}}.noise_items_of_spans {{on_cluster}} MODIFY QUERY
SELECT
  Own['errata.noise.rule'] AS Mark,
  if(Position = 0, 'span', 'event') AS Source,
  if(Position = 0, sipHash64(ServiceName, TraceId, SpanId), sipHash64(ServiceName, TraceId, SpanId, Position)) AS Id,
  if(toUnixTimestamp64Nano(OwnTime) - toUnixTimestamp64Nano(Timestamp) BETWEEN -3600000000000 AND 86400000000000, OwnTime, Timestamp) AS At,
  ServiceName,
  left(coalesce(nullIf(SpanAttributes['errata.transaction.route'], ''), nullIf(SpanAttributes['http.route'], ''),
    replaceRegexpAll(left(SpanAttributes['url.path'], 1024), '/\\d[^/]*|/[^/]*\\d{3}[^/]*|/[0-9a-fA-F-]{16,}[^/]*', '/*')), 256) AS Route,
  left(ResourceAttributes['service.version'], 128) AS Release,
  TraceId, SpanId,
  left(SpanAttributes['errata.error.digest'], 128) AS Digest,
  OwnName::String AS Name,
  if(Position = 0, StatusMessage, Own['exception.message']) AS Text,
  if(Position = 0, mapUpdate(Own, map('errata.span.kind', SpanKind::String)::Map(LowCardinality(String), String)), Own) AS Attributes,
  ResourceAttributes,
  SpanAttributes['errata.noise.specimens'] != '0' AS Sampled
FROM {{database}}.noise_spans{{local}}
ARRAY JOIN
  arrayPushFront(`Events.Timestamp`, Timestamp) AS OwnTime,
  arrayPushFront(`Events.Name`, SpanName) AS OwnName,
  arrayPushFront(`Events.Attributes`, SpanAttributes) AS Own,
  arrayPushFront(arrayEnumerate(`Events.Name`), 0) AS Position
WHERE Own['errata.noise.rule'] != '';
