-- One row: a signal in five minutes: when its newest row was stored, services, about how many rows
-- What arrived: one row per signal and five minutes of the rows' own time. When the newest of them was stored, which services sent
-- them, and about how many there are: a state of distinct rows that a repeated delivery cannot change, within 5 % where there are many.
-- Key: signal, 5 min
-- Shard key: cityHash64(Signal, Bucket)
CREATE TABLE IF NOT EXISTS {{database}}.arrivals{{local}} {{on_cluster}} (
  Signal LowCardinality(String),
  Bucket DateTime CODEC(Delta(4), ZSTD(1)),
  NewestStored SimpleAggregateFunction(max, DateTime),
  Services SimpleAggregateFunction(groupUniqArrayArray, Array(String)),
  Rows AggregateFunction(uniqCombined(12), UInt64)
) ENGINE = {{aggregating}}
PARTITION BY toYYYYMM(Bucket)
ORDER BY (Signal, Bucket)
TTL Bucket + toIntervalDay({{arrivals_days}})
SETTINGS index_granularity = 256, {{settings}};

CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.arrivals_of_spans {{on_cluster}}
TO {{database}}.arrivals{{local}} AS
SELECT 'spans' AS Signal, toStartOfFiveMinutes(Timestamp) AS Bucket, max(StoredAt) AS NewestStored,
  groupUniqArray(ServiceName::String) AS Services,
  uniqCombinedState(12)(sipHash64(ServiceName, TraceId, SpanId)) AS Rows
FROM {{database}}.otel_traces{{local}}
GROUP BY Bucket;

CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.arrivals_of_logs {{on_cluster}}
TO {{database}}.arrivals{{local}} AS
SELECT 'logs' AS Signal, toStartOfFiveMinutes(Timestamp) AS Bucket, max(StoredAt) AS NewestStored,
  groupUniqArray(ServiceName::String) AS Services,
  uniqCombinedState(12)(Id) AS Rows
FROM {{database}}.otel_logs{{local}}
GROUP BY Bucket;

CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.arrivals_of_metrics_gauge {{on_cluster}}
TO {{database}}.arrivals{{local}} AS
SELECT 'metrics' AS Signal, toStartOfFiveMinutes(TimeUnix) AS Bucket, max(StoredAt) AS NewestStored,
  groupUniqArray(ServiceName::String) AS Services,
  uniqCombinedState(12)(sipHash64('gauge', ServiceName, MetricName, Series, TimeUnix)) AS Rows
FROM {{database}}.otel_metrics_gauge{{local}}
GROUP BY Bucket;

CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.arrivals_of_metrics_sum {{on_cluster}}
TO {{database}}.arrivals{{local}} AS
SELECT 'metrics' AS Signal, toStartOfFiveMinutes(TimeUnix) AS Bucket, max(StoredAt) AS NewestStored,
  groupUniqArray(ServiceName::String) AS Services,
  uniqCombinedState(12)(sipHash64('sum', ServiceName, MetricName, Series, TimeUnix)) AS Rows
FROM {{database}}.otel_metrics_sum{{local}}
GROUP BY Bucket;

CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.arrivals_of_metrics_histogram {{on_cluster}}
TO {{database}}.arrivals{{local}} AS
SELECT 'metrics' AS Signal, toStartOfFiveMinutes(TimeUnix) AS Bucket, max(StoredAt) AS NewestStored,
  groupUniqArray(ServiceName::String) AS Services,
  uniqCombinedState(12)(sipHash64('histogram', ServiceName, MetricName, Series, TimeUnix)) AS Rows
FROM {{database}}.otel_metrics_histogram{{local}}
GROUP BY Bucket;

CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.arrivals_of_metrics_exponential_histogram {{on_cluster}}
TO {{database}}.arrivals{{local}} AS
SELECT 'metrics' AS Signal, toStartOfFiveMinutes(TimeUnix) AS Bucket, max(StoredAt) AS NewestStored,
  groupUniqArray(ServiceName::String) AS Services,
  uniqCombinedState(12)(sipHash64('exponential_histogram', ServiceName, MetricName, Series, TimeUnix)) AS Rows
FROM {{database}}.otel_metrics_exponential_histogram{{local}}
GROUP BY Bucket;

CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.arrivals_of_metrics_summary {{on_cluster}}
TO {{database}}.arrivals{{local}} AS
SELECT 'metrics' AS Signal, toStartOfFiveMinutes(TimeUnix) AS Bucket, max(StoredAt) AS NewestStored,
  groupUniqArray(ServiceName::String) AS Services,
  uniqCombinedState(12)(sipHash64('summary', ServiceName, MetricName, Series, TimeUnix)) AS Rows
FROM {{database}}.otel_metrics_summary{{local}}
GROUP BY Bucket;
