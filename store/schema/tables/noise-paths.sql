-- One row per path that ended in the 404 page, hour, service, referrer and release. Path: without what looks like an
-- id, three segments and 128 bytes at most. Hits: traces, of which server and browser have one; exact to about 200,
-- within 5 % beyond.
-- Key: service, path, hour, referrer, release
-- Shard key: none, its views fill it on each shard
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
TTL Hour + toIntervalDay(37)
SETTINGS index_granularity = 1024, {{settings}};

CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.noise_paths_of_spans {{on_cluster}}
  TO {{database}}.noise_paths{{local}} AS
SELECT
  ServiceName,
  left(extract({{path_without_ids}}, '^(?:/[^/]*){1,3}'), 128) AS Path,
  toStartOfHour(Timestamp) AS Hour,
  left(extract(SpanAttributes['http.request.header.referer'], 'https?://[^"?#\\s]*'), 128) AS Referrer,
  left({{release}}, 128) AS Release,
  uniqCombinedState(12)(sipHash64(TraceId)) AS Hits,
  min(toDateTime(Timestamp)) AS First,
  max(toDateTime(Timestamp)) AS Last
FROM {{database}}.noise_spans{{local}}
WHERE startsWith(SpanAttributes['errata.noise.rule'], 'not-found/')
  AND SpanAttributes['errata.transaction.id'] = SpanId AND Path != ''
GROUP BY ServiceName, Path, Hour, Referrer, Release;
