-- What issues are listed and followed by: counts by hours (Every 60, in minutes) and days (1440), where a release was first and last seen in
-- an issue, and what an issue is called. Every state is by identity, or a least or greatest: a repeated delivery
-- changes none. Filled by the views of 0043, for the rows of before by 0045.

-- Exceptions of an issue in an hour or a day: by log record, and by Same those of which no log tells. Sessions, Users: by their hash.
CREATE TABLE IF NOT EXISTS {{database}}.issue_counts{{local}} {{on_cluster}} (
  Every UInt16,
  Bucket DateTime CODEC(Delta(4), ZSTD(1)),
  Issue LowCardinality(String),
  ServiceName LowCardinality(String),
  Environment LowCardinality(String),
  Release LowCardinality(String),
  Logs AggregateFunction(uniq, UInt64),
  Told AggregateFunction(uniq, UInt64),
  ToldByLogs AggregateFunction(uniq, UInt64),
  Sessions AggregateFunction(uniq, UInt64),
  Users AggregateFunction(uniq, UInt64)
) ENGINE = {{aggregating}}
PARTITION BY toYYYYMM(Bucket)
ORDER BY (Every, Bucket, Issue, ServiceName, Environment, Release)
SETTINGS index_granularity = 1024, ttl_only_drop_parts = 1, default_compression_codec = 'ZSTD(1)',
  replicated_deduplication_window = 0;

-- Latest: what to call an issue by.
CREATE TABLE IF NOT EXISTS {{database}}.issue_words{{local}} {{on_cluster}} (
  Issue String,
  ServiceName LowCardinality(String),
  LastSeen SimpleAggregateFunction(max, DateTime64(9)),
  Latest SimpleAggregateFunction(max, Tuple(Seen DateTime64(9), Type String, Message String, Route String, Function String))
) ENGINE = {{aggregating}}
ORDER BY (Issue, ServiceName)
SETTINGS index_granularity = 256, default_compression_codec = 'ZSTD(1)', replicated_deduplication_window = 0;

CREATE TABLE IF NOT EXISTS {{database}}.issue_releases{{local}} {{on_cluster}} (
  Issue String,
  ServiceName LowCardinality(String),
  Release LowCardinality(String),
  FirstSeen SimpleAggregateFunction(min, DateTime64(9)),
  LastSeen SimpleAggregateFunction(max, DateTime64(9))
) ENGINE = {{aggregating}}
ORDER BY (Issue, ServiceName, Release)
SETTINGS index_granularity = 256, default_compression_codec = 'ZSTD(1)', replicated_deduplication_window = 0;

-- What people said of issues, never changed and never removed. Of each What the last one of an issue holds, by At, then by Id.
--   Id     of the statement: a repeated insert is the same row
--   Batch  one for all statements of one click; a statement with What 'undo' has one as its Value, and takes those back
-- The same rows on every node: they are few, and every question needs them whole.
CREATE TABLE IF NOT EXISTS {{database}}.issue_statements {{on_cluster}} (
  Issue String,
  At DateTime64(9),
  Id String,
  Batch String,
  Who String,
  What LowCardinality(String),
  Value String
) ENGINE = {{replacing_everywhere}}
ORDER BY (Issue, At, Id)
SETTINGS index_granularity = 1024, replicated_deduplication_window = 0;
