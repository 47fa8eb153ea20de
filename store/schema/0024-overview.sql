-- What an overview is made of: counts by steps of 5 minutes, 30 minutes and 3 hours (Every, in minutes), and a thinned choice of what was
-- measured, so that a question costs about the same however dense the telemetry is. Every state and every choice is by identity:
-- a repeated delivery changes none of them. Filled by the views of 0025, for the rows of before by 0027.

-- Transactions of a step. Exact to about 200 a row, within 5 % beyond.
CREATE TABLE IF NOT EXISTS {{database}}.traffic{{local}} {{on_cluster}} (
  Every UInt8,
  Bucket DateTime CODEC(Delta(4), ZSTD(1)),
  ServiceName LowCardinality(String),
  Environment LowCardinality(String),
  Release LowCardinality(String),
  Requests AggregateFunction(uniqCombined(12), UInt64),
  Failed AggregateFunction(uniqCombined(12), UInt64)
) ENGINE = {{aggregating}}
PARTITION BY toDate(Bucket)
ORDER BY (Every, Bucket, ServiceName, Environment, Release)
SETTINGS index_granularity = 256, ttl_only_drop_parts = 1, default_compression_codec = 'ZSTD(1)',
  replicated_deduplication_window = 0;

-- Exceptions of an issue in a step, counted as in digests: by log record, and by Same those of which no log tells.
-- Latest: what to call the issue by. Sessions: by their hash.
CREATE TABLE IF NOT EXISTS {{database}}.issue_activity{{local}} {{on_cluster}} (
  Every UInt8,
  Bucket DateTime CODEC(Delta(4), ZSTD(1)),
  Issue LowCardinality(String),
  ServiceName LowCardinality(String),
  Environment LowCardinality(String),
  Release LowCardinality(String),
  Logs AggregateFunction(uniq, UInt64),
  Told AggregateFunction(uniq, UInt64),
  ToldByLogs AggregateFunction(uniq, UInt64),
  Sessions AggregateFunction(uniq, UInt64),
  Latest SimpleAggregateFunction(max, Tuple(Seen DateTime64(9), Type String, Message String, Route String))
) ENGINE = {{aggregating}}
PARTITION BY toDate(Bucket)
ORDER BY (Every, Bucket, Issue, ServiceName, Environment, Release)
SETTINGS index_granularity = 256, ttl_only_drop_parts = 1, default_compression_codec = 'ZSTD(1)',
  replicated_deduplication_window = 0;

-- When an issue was first and last seen; kept as long as digests, without a word of what was said.
CREATE TABLE IF NOT EXISTS {{database}}.issues{{local}} {{on_cluster}} (
  Issue String,
  ServiceName LowCardinality(String),
  FirstSeen SimpleAggregateFunction(min, DateTime64(9)),
  LastSeen SimpleAggregateFunction(max, DateTime64(9))
) ENGINE = {{aggregating}}
ORDER BY (Issue, ServiceName)
SETTINGS index_granularity = 1024, default_compression_codec = 'ZSTD(1)', replicated_deduplication_window = 0;

-- One row per duration of a transaction (What 'duration', nanoseconds) and per web vital (What is its name; milliseconds, or a score).
-- Of all rows half have Level 0, a quarter 1, and so on, by their identity: those of a Level and above are a fair choice, made once.
-- Read with FINAL.
CREATE TABLE IF NOT EXISTS {{database}}.measurements{{local}} {{on_cluster}} (
  What LowCardinality(String),
  Level UInt8,
  Timestamp DateTime64(9) CODEC(Delta(8), ZSTD(1)),
  ServiceName LowCardinality(String),
  Route LowCardinality(String),
  Environment LowCardinality(String),
  Release LowCardinality(String),
  Id UInt64 CODEC(NONE),
  Value Float64
) ENGINE = {{replacing}}
PARTITION BY toDate(Timestamp)
ORDER BY (What, Level, toStartOfHour(Timestamp), ServiceName, Route, Id)
SETTINGS index_granularity = 1024, ttl_only_drop_parts = 1, default_compression_codec = 'ZSTD(1)',
  replicated_deduplication_window = 0;
