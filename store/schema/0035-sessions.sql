-- What visitors did, and what releases there were. Filled by the views of 0036, for the rows of before by 0038. Every row and every state is
-- by identity: a repeated delivery changes none of them.

-- One row per thing that bears a session: a transaction or a request (Kind 'span'), a log record, an exception in one shape. By session, so
-- that one is read whole. Same, IsEvent: as in exceptions. Told: what a reader wants to know of it. Read with FINAL.
CREATE TABLE IF NOT EXISTS {{database}}.session_steps{{local}} {{on_cluster}} (
  SessionId String,
  Timestamp DateTime64(9) CODEC(Delta(8), ZSTD(1)),
  Id UInt64 CODEC(NONE),
  Kind Enum8('span' = 1, 'log' = 2, 'exception' = 3),
  IsEvent UInt8,
  Same UInt64 CODEC(NONE),
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
  Told Map(LowCardinality(String), String)
) ENGINE = {{replacing}}
PARTITION BY toDate(Timestamp)
ORDER BY (SessionId, Timestamp, Id)
SETTINGS index_granularity = 256, ttl_only_drop_parts = 1, default_compression_codec = 'ZSTD(1)',
  replicated_deduplication_window = 0;

-- One row per user, session and week.
CREATE TABLE IF NOT EXISTS {{database}}.user_sessions{{local}} {{on_cluster}} (
  UserId String,
  SessionId String,
  Week Date,
  LastSeen SimpleAggregateFunction(max, DateTime64(9))
) ENGINE = {{aggregating}}
PARTITION BY Week
ORDER BY (UserId, SessionId)
SETTINGS index_granularity = 256, ttl_only_drop_parts = 1, default_compression_codec = 'ZSTD(1)',
  replicated_deduplication_window = 0;

-- Sessions of a release and day, by their hash: all, and those that crashed: an exception that nobody handled, or a page that failed.
CREATE TABLE IF NOT EXISTS {{database}}.release_sessions{{local}} {{on_cluster}} (
  ServiceName LowCardinality(String),
  Release LowCardinality(String),
  Environment LowCardinality(String),
  Day Date,
  Sessions AggregateFunction(uniq, UInt64),
  Crashed AggregateFunction(uniq, UInt64)
) ENGINE = {{aggregating}}
PARTITION BY Day
ORDER BY (ServiceName, Release, Environment, Day)
SETTINGS index_granularity = 256, ttl_only_drop_parts = 1, default_compression_codec = 'ZSTD(1)',
  replicated_deduplication_window = 0;

-- When a release was first and last seen, by its transactions and exceptions; kept as long as digests.
CREATE TABLE IF NOT EXISTS {{database}}.releases{{local}} {{on_cluster}} (
  ServiceName LowCardinality(String),
  Release String,
  Environment LowCardinality(String),
  FirstSeen SimpleAggregateFunction(min, DateTime64(9)),
  LastSeen SimpleAggregateFunction(max, DateTime64(9))
) ENGINE = {{aggregating}}
ORDER BY (ServiceName, Release, Environment)
SETTINGS index_granularity = 256, default_compression_codec = 'ZSTD(1)', replicated_deduplication_window = 0;
