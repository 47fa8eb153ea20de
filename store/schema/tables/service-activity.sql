-- One row per signal (spans or logs), service, environment and release in a bucket of 5, 30, 180 or 1440 minutes of the
-- rows' own time.
--   NewestStored      when the newest of them was stored
--   FirstSeen         and LastSeen: of the rows; buckets of a day tell when a release was there, as long as digests are
--                     kept
--   Items             about how many rows, each once; in buckets of 5 minutes alone
--   Requests          about how many transactions, and how many of them failed: spans alone. Exact to about 200 a row,
--                     within 5 % beyond
--   Sessions          by their hash, and those that crashed: by an exception that nobody handled, or a page that
--                     failed; in buckets of 180 minutes alone
--   IsBrowser         whether browsers sent the rows
-- Key: minutes, signal, start, service, environment, release, side
-- Shard key: none, its views fill it on each shard
CREATE TABLE IF NOT EXISTS {{database}}.service_activity{{local}} {{on_cluster}} (
  BucketMinutes UInt16,
  Signal LowCardinality(String),
  Bucket DateTime CODEC(Delta(4), ZSTD(1)),
  ServiceName LowCardinality(String),
  Environment LowCardinality(String),
  Release LowCardinality(String),
  IsBrowser UInt8,
  NewestStored SimpleAggregateFunction(max, DateTime),
  FirstSeen SimpleAggregateFunction(min, DateTime64(9)),
  LastSeen SimpleAggregateFunction(max, DateTime64(9)),
  Items AggregateFunction(uniqCombined(12), UInt64),
  Requests AggregateFunction(uniqCombined(12), UInt64),
  Failed AggregateFunction(uniqCombined(12), UInt64),
  Sessions AggregateFunction(uniq, UInt64),
  Crashed AggregateFunction(uniq, UInt64)
) ENGINE = {{aggregating}}
PARTITION BY toYYYYMM(Bucket)
ORDER BY (BucketMinutes, Signal, Bucket, ServiceName, Environment, Release, IsBrowser)
TTL Bucket + toIntervalDay({{traces_days}}) DELETE WHERE BucketMinutes IN (30, 180),
  Bucket + toIntervalDay({{longest_days}}) DELETE WHERE BucketMinutes = 5,
  Bucket + toIntervalDay({{exceptions_days}}) DELETE WHERE IsBrowser, Bucket + toIntervalDay({{digests_days}})
SETTINGS index_granularity = 256, {{settings_without_parts}};

-- First by five minutes, so that only a few rows of a large insert are counted for each length.
CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.service_activity_of_spans {{on_cluster}}
  TO {{database}}.service_activity{{local}} AS
SELECT Minutes AS BucketMinutes, 'spans' AS Signal,
  toDateTime(intDiv(toUnixTimestamp(Start), Minutes * 60) * Minutes * 60) AS Bucket, ServiceName, Environment, Release,
  IsBrowser, NewestStored, FirstSeen, LastSeen, if(Minutes = 5, Items, NoItems) AS Items, Requests, Failed,
  if(Minutes = 180, OfSpans, NoSessions) AS Sessions, if(Minutes = 180, OfFailed, NoSessions) AS Crashed
FROM (
  SELECT
    toStartOfFiveMinutes(Timestamp) AS Start, ServiceName,
    {{environment}} AS Environment,
    {{release}} AS Release,
    span.IsBrowser AS IsBrowser,
    max(StoredAt) AS NewestStored, min(Timestamp) AS FirstSeen, max(Timestamp) AS LastSeen,
    uniqCombinedState(12)(sipHash64(ServiceName, TraceId, SpanId)) AS Items,
    uniqCombinedStateIf(12)(sipHash64(ServiceName, TraceId, SpanId), false) AS NoItems,
    uniqCombinedStateIf(12)(sipHash64(ServiceName, TraceId, SpanId), span.IsRoot = 1) AS Requests,
    uniqCombinedStateIf(12)(sipHash64(ServiceName, TraceId, SpanId),
      span.Failed = 1 AND span.IsRoot = 1) AS Failed,
    uniqStateIf(sipHash64(span.SessionId), span.SessionId != '') AS OfSpans,
    uniqStateIf(sipHash64(span.SessionId), span.SessionId != '' AND ((span.Failed = 1 AND span.IsRoot = 1)
      OR arrayExists((name, Attributes) -> name = 'exception' AND {{unhandled}}, `Events.Name`,
        `Events.Attributes`))) AS OfFailed,
    uniqStateIf(sipHash64(span.SessionId), false) AS NoSessions
  FROM {{database}}.otel_traces{{local}} AS span
  GROUP BY Start, ServiceName, Environment, Release, IsBrowser
)
ARRAY JOIN [5, 30, 180, 1440]::Array(UInt16) AS Minutes;

CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.service_activity_of_logs {{on_cluster}}
  TO {{database}}.service_activity{{local}} AS
WITH LogAttributes AS Attributes
SELECT Minutes AS BucketMinutes, 'logs' AS Signal, {{start_of_minutes}} AS Bucket, ServiceName,
  {{environment}} AS Environment,
  {{release}} AS Release,
  {{is_browser}} AS IsBrowser,
  max(StoredAt) AS NewestStored, min(Timestamp) AS FirstSeen, max(Timestamp) AS LastSeen,
  uniqCombinedStateIf(12)(Id, Minutes = 5) AS Items,
  uniqStateIf(sipHash64({{log_session}}), Minutes = 180 AND {{log_session}} != '') AS Sessions,
  uniqStateIf(sipHash64({{log_session}}),
    Minutes = 180 AND {{log_session}} != '' AND ({{is_exception}}) AND {{unhandled}}) AS Crashed
FROM {{database}}.otel_logs{{local}}
ARRAY JOIN [5, 180, 1440]::Array(UInt16) AS Minutes
GROUP BY BucketMinutes, Bucket, ServiceName, Environment, Release, IsBrowser;
