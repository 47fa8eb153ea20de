-- One row per exception and source: a log record, or a span event named "exception".
--   Id         the log record's identity; of an event its DedupeKey
--   DedupeKey  service, trace, short type and message: equal for a log record and for the events
--              of all spans that one exception leaves; a log record without a trace has its Id
-- Read with FINAL; an event counts only where no log has its DedupeKey.
-- Grouping, Issue: as exceptions_grouped computes them.
-- Key: 5 min, Issue, DedupeKey, source, Id
-- Shard key: none, its views fill it on each shard
CREATE TABLE IF NOT EXISTS {{database}}.exceptions{{local}} {{on_cluster}} (
  {{exception_columns}},
  {{grouping_columns}},
  Issue LowCardinality(String),
  INDEX trace TraceId TYPE bloom_filter(0.001) GRANULARITY 1,
  INDEX digest Digest TYPE bloom_filter(0.001) GRANULARITY 1,
  INDEX session SessionId TYPE bloom_filter(0.01) GRANULARITY 1
) ENGINE = {{replacing}}
PARTITION BY toDate(Timestamp)
ORDER BY (toStartOfFiveMinutes(Timestamp), Issue, DedupeKey, Source, Id)
TTL toDateTime(Timestamp) + toIntervalDay({{exceptions_days}})
SETTINGS index_granularity = 1024, {{settings}};

CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.exceptions_of_grouped {{on_cluster}}
  TO {{database}}.exceptions{{local}} AS
SELECT *, {{issue}} AS Issue
FROM {{database}}.exceptions_grouped{{local}};
