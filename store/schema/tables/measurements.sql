-- One row per duration of a transaction (What 'duration', nanoseconds) and per web vital (What is its name; milliseconds, or a score).
-- Of all rows half have Level 0, a quarter 1, and so on, by their identity: those of a Level and above are a fair choice, made once.
-- Read with FINAL.
-- Key: what, level, hour, service, route, Id
-- Shard key: none, its views fill it on each shard
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
TTL toDateTime(Timestamp) + toIntervalDay({{traces_days}})
SETTINGS index_granularity = 1024, {{settings}};

CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.measurements_of_transactions {{on_cluster}}
TO {{database}}.measurements{{local}} AS
SELECT 'duration' AS What, bitCount(bitAnd(bitNot(Id), Id - 1))::UInt8 AS Level, Timestamp, ServiceName, Route, Environment, Release,
  Id, Duration::Float64 AS Value
FROM {{database}}.transactions{{local}};

CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.measurements_of_logs {{on_cluster}} TO {{database}}.measurements{{local}} AS
SELECT
  LogAttributes['browser.web_vital.name'] AS What,
  bitCount(bitAnd(bitNot(Id), Id - 1))::UInt8 AS Level,
  Timestamp, ServiceName,
  LogAttributes['errata.transaction.route'] AS Route,
  {{environment}} AS Environment,
  ResourceAttributes['service.version'] AS Release,
  Id,
  toFloat64OrZero(LogAttributes['browser.web_vital.value']) AS Value
FROM {{database}}.otel_logs{{local}}
WHERE LogAttributes['browser.web_vital.name'] IN ('lcp', 'inp', 'cls', 'fcp', 'ttfb');
