-- One row per drop rule, source, service, route, release, environment and minute of the items' own time: how many the
-- rule removed. Items: the distinct identities by 32 bits, half the disk of 64; of a thousand in one row two are taken
-- for one once in 8,600 rows.
-- Key: rule, minute, source, service, route, release, environment, side
-- Shard key: none, its views fill it on each shard
CREATE TABLE IF NOT EXISTS {{database}}.noise_counts{{local}} {{on_cluster}} (
  Rule LowCardinality(String),
  Minute DateTime CODEC(Delta(4), ZSTD(1)),
  Source Enum8('span' = 1, 'event' = 2, 'log' = 3),
  ServiceName LowCardinality(String),
  Route LowCardinality(String),
  Release LowCardinality(String),
  Environment LowCardinality(String),
  IsBrowser UInt8,
  Items AggregateFunction(uniqExact, UInt32)
) ENGINE = {{aggregating}}
PARTITION BY toYYYYMM(Minute)
ORDER BY (Rule, Minute, Source, ServiceName, Route, Release, Environment, IsBrowser)
TTL Minute + toIntervalDay({{exceptions_days}}) DELETE WHERE IsBrowser, Minute + toIntervalDay({{digests_days}})
SETTINGS index_granularity = 1024, {{settings_without_parts}};

CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.noise_counts_of_spans {{on_cluster}}
  TO {{database}}.noise_counts{{local}} AS
SELECT
  splitByChar('/', item.Mark)[1] AS Rule,
  toStartOfMinute(item.At) AS Minute,
  if(item.Position = 0, 'span', 'event') AS Source,
  ServiceName, span.Route AS Route,
  left({{release}}, 128) AS Release,
  left({{environment}}, 128) AS Environment,
  {{is_browser}} AS IsBrowser,
  uniqExactState(toUInt32(bitAnd(sipHash64(ServiceName, TraceId, SpanId, item.Position), 4294967295))) AS Items
FROM {{database}}.noise_spans{{local}} AS span
ARRAY JOIN Removed AS item
GROUP BY Rule, Minute, Source, ServiceName, Route, Release, Environment, IsBrowser;

CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.noise_counts_of_logs {{on_cluster}}
  TO {{database}}.noise_counts{{local}} AS
SELECT
  splitByChar('/', Mark)[1] AS Rule,
  toStartOfMinute(Timestamp) AS Minute,
  'log' AS Source,
  ServiceName, record.Route AS Route,
  left({{release}}, 128) AS Release,
  left({{environment}}, 128) AS Environment,
  {{is_browser}} AS IsBrowser,
  uniqExactState(toUInt32(bitAnd(Id, 4294967295))) AS Items
FROM {{database}}.noise_logs{{local}} AS record
WHERE Mark != ''
GROUP BY Rule, Minute, Source, ServiceName, Route, Release, Environment, IsBrowser;
