-- What the ledger of 0029 to 0031 tells beside numbers: which paths end in the 404 page, and of which issues the rules take something.
-- No expression of a view may throw: the sender would repeat the insert for ever.

-- As in 0030, with the span's kind, which one of the rules asks for.
ALTER TABLE {{database}}.noise_items_of_spans {{on_cluster}} MODIFY QUERY
SELECT
  SpanAttributes['errata.noise.rule'] AS Mark,
  'span' AS Shape, sipHash64(ServiceName, TraceId, SpanId) AS Id,
  Timestamp AS At, ServiceName,
  left(coalesce(nullIf(SpanAttributes['errata.transaction.route'], ''), nullIf(SpanAttributes['http.route'], ''),
    replaceRegexpAll(left(SpanAttributes['url.path'], 1024), '/\\d[^/]*|/[^/]*\\d{3}[^/]*|/[0-9a-fA-F-]{16,}[^/]*', '/*')), 256) AS Route,
  left(ResourceAttributes['service.version'], 128) AS Release,
  TraceId, SpanId,
  left(SpanAttributes['errata.error.digest'], 128) AS Digest,
  SpanName::String AS Name, StatusMessage AS Text,
  mapUpdate(SpanAttributes, map('errata.span.kind', SpanKind::String)::Map(LowCardinality(String), String)) AS Attributes,
  ResourceAttributes,
  SpanAttributes['errata.noise.specimens'] != '0' AS Sampled
FROM {{database}}.noise_spans{{local}}
WHERE SpanAttributes['errata.noise.rule'] != '';

-- One row per path that ended in the 404 page, hour, service, referrer and release. Path: without what looks like an id, three segments
-- and 128 bytes at most. Hits: traces, of which server and browser have one; exact to about 200, within 5 % beyond.
CREATE TABLE IF NOT EXISTS {{database}}.noise_paths{{local}} {{on_cluster}} (
  ServiceName LowCardinality(String),
  Path String,
  Hour DateTime CODEC(Delta(4), ZSTD(1)),
  Referrer String,
  Release LowCardinality(String),
  Hits AggregateFunction(uniqCombined(12), UInt64),
  First SimpleAggregateFunction(min, DateTime),
  Last SimpleAggregateFunction(max, DateTime)
) ENGINE = {{aggregating}}
PARTITION BY toMonday(Hour)
ORDER BY (ServiceName, Path, Hour, Referrer, Release)
SETTINGS index_granularity = 1024, ttl_only_drop_parts = 1, default_compression_codec = 'ZSTD(1)',
  replicated_deduplication_window = 0;

CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.noise_paths_of_items {{on_cluster}} TO {{database}}.noise_paths{{local}} AS
SELECT
  ServiceName,
  left(extract(replaceRegexpAll(left(coalesce(nullIf(Attributes['url.path'], ''), path(Attributes['url.full'])), 1024),
    '/\\d[^/]*|/[^/]*\\d{3}[^/]*|/[0-9a-fA-F-]{16,}[^/]*', '/*'), '^(?:/[^/]*){1,3}'), 128) AS Path,
  toStartOfHour(At) AS Hour,
  left(extract(Attributes['http.request.header.referer'], 'https?://[^"?#\\s]*'), 128) AS Referrer,
  item.Release AS Release,
  uniqCombinedState(12)(sipHash64(TraceId)) AS Hits,
  min(toDateTime(At)) AS First,
  max(toDateTime(At)) AS Last
FROM {{database}}.noise_items{{local}} AS item
WHERE startsWith(Mark, 'not-found/') AND Shape = 'span' AND Attributes['errata.transaction.id'] = SpanId AND Path != ''
GROUP BY ServiceName, Path, Hour, Referrer, Release;

-- What of a removed thing is an exception, in the columns of 0009, so that its issue is computed as for those that are kept.
CREATE TABLE IF NOT EXISTS {{database}}.noise_exceptions{{local}} {{on_cluster}} AS {{database}}.exceptions{{local}} ENGINE = Null;

CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.noise_exceptions_of_items {{on_cluster}}
TO {{database}}.noise_exceptions{{local}} AS
SELECT
  At AS Timestamp, ServiceName,
  splitByChar('/', Mark)[1] AS Route,
  coalesce(nullIf(item.Attributes['errata.issue.fingerprint'], ''), if(Shape = 'event', item.Digest, '')) AS Given,
  item.Attributes['exception.type'] AS Type,
  item.Attributes['exception.message'] AS Message,
  item.Attributes['exception.stacktrace'] AS Stacktrace
FROM {{database}}.noise_items{{local}} AS item
WHERE item.Attributes['exception.type'] != '' OR item.Attributes['exception.message'] != '';

-- Of which issues something was removed, beside the traces and digests of 0031. Route: here the rule.
CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.noise_subjects_of_exceptions {{on_cluster}}
TO {{database}}.noise_subjects{{local}} AS
SELECT
  sipHash64(Issue::String) AS Subject,
  Route AS Rule,
  toDate(Timestamp) AS Day,
  min(toDateTime(Timestamp)) AS First,
  max(toDateTime(Timestamp)) AS Last
FROM {{database}}.noise_exceptions{{local}}
GROUP BY Subject, Rule, Day;
