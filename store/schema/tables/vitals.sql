-- One row per web vital that was measured: its name, and milliseconds or a score. Level: as in transactions. Read with
-- FINAL, or by Id.
-- Key: name, level, hour, service, route, Id
-- Shard key: none, its views fill it on each shard
CREATE TABLE IF NOT EXISTS {{database}}.vitals{{local}} {{on_cluster}} (
  Name LowCardinality(String),
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
ORDER BY (Name, Level, toStartOfHour(Timestamp), ServiceName, Route, Id)
TTL toDateTime(Timestamp) + toIntervalDay({{traces_days}})
SETTINGS index_granularity = 1024, {{settings}};

CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.vitals_of_logs {{on_cluster}} TO {{database}}.vitals{{local}} AS
SELECT
  LogAttributes['browser.web_vital.name'] AS Name,
  {{level}} AS Level,
  Timestamp, ServiceName,
  LogAttributes['errata.transaction.route'] AS Route,
  {{environment}} AS Environment,
  {{release}} AS Release,
  Id,
  toFloat64OrZero(LogAttributes['browser.web_vital.value']) AS Value
FROM {{database}}.otel_logs{{local}}
WHERE LogAttributes['browser.web_vital.name'] IN ('lcp', 'inp', 'cls', 'fcp', 'ttfb');
