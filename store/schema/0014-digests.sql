-- One row per digest, service and day: what is still known of a digest when its records have expired.
-- No message and no stack: those leave with the records. Occurrences: states of distinct records, exact to about 50,000 a row.
CREATE TABLE IF NOT EXISTS {{database}}.digests{{local}} {{on_cluster}} (
  Digest String,
  ServiceName LowCardinality(String),
  Day Date,
  FirstSeen SimpleAggregateFunction(min, DateTime64(9)),
  LastSeen SimpleAggregateFunction(max, DateTime64(9)),
  Latest SimpleAggregateFunction(max, Tuple(Seen DateTime64(9), TraceId String, Type String, Route String, Release String)),
  Occurrences AggregateFunction(uniq, UInt64)
) ENGINE = {{aggregating}}
PARTITION BY toYYYYMM(Day)
ORDER BY (Digest, ServiceName, Day)
SETTINGS index_granularity = 256, ttl_only_drop_parts = 1, default_compression_codec = 'ZSTD(1)',
  replicated_deduplication_window = 0;

CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.digests_of_logs {{on_cluster}} TO {{database}}.digests{{local}} AS
SELECT
  left(LogAttributes['errata.error.digest'], 128) AS Digest,
  ServiceName,
  toDate(Timestamp) AS Day,
  min(Timestamp) AS FirstSeen,
  max(Timestamp) AS LastSeen,
  max((Timestamp, TraceId, LogAttributes['exception.type'],
    coalesce(nullIf(LogAttributes['errata.transaction.route'], ''), LogAttributes['http.route']),
    ResourceAttributes['service.version'])) AS Latest,
  uniqState(Id) AS Occurrences
FROM {{database}}.otel_logs{{local}}
WHERE LogAttributes['errata.error.digest'] != ''
GROUP BY Digest, ServiceName, Day;
