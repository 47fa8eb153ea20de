-- Data points are counted in their own tables, and sessions that crashed where spans and log records are.
ALTER TABLE {{database}}.service_activity_of_spans {{on_cluster}} MODIFY QUERY
SELECT Minutes AS BucketMinutes, 'spans' AS Signal, toDateTime(intDiv(toUnixTimestamp(Start), Minutes * 60) * Minutes * 60) AS Bucket, ServiceName, Environment, Release,
  NewestStored, FirstSeen, LastSeen, if(Minutes = 5, Items, NoItems) AS Items, Requests, Failed,
  if(Minutes = 180, OfSpans, NoSessions) AS Sessions, if(Minutes = 180, OfFailed, NoSessions) AS Crashed
FROM (
  SELECT
    toStartOfFiveMinutes(Timestamp) AS Start, ServiceName,
    {{environment}} AS Environment,
    ResourceAttributes['service.version'] AS Release,
    max(StoredAt) AS NewestStored, min(Timestamp) AS FirstSeen, max(Timestamp) AS LastSeen,
    uniqCombinedState(12)(sipHash64(ServiceName, TraceId, SpanId)) AS Items,
    uniqCombinedStateIf(12)(sipHash64(ServiceName, TraceId, SpanId), false) AS NoItems,
    uniqCombinedStateIf(12)(sipHash64(ServiceName, TraceId, SpanId), span.IsRoot = 1) AS Requests,
    uniqCombinedStateIf(12)(sipHash64(ServiceName, TraceId, SpanId), {{transaction_failed}} AND span.IsRoot = 1) AS Failed,
    uniqStateIf(sipHash64(span.SessionId), span.SessionId != '') AS OfSpans,
    uniqStateIf(sipHash64(span.SessionId), span.SessionId != '' AND (({{transaction_failed}} AND span.IsRoot = 1)
      OR arrayExists((name, Attributes) -> name = 'exception' AND {{unhandled}}, `Events.Name`, `Events.Attributes`))) AS OfFailed,
    uniqStateIf(sipHash64(span.SessionId), false) AS NoSessions
  FROM {{database}}.otel_traces{{local}} AS span
  GROUP BY Start, ServiceName, Environment, Release
)
ARRAY JOIN [5, 30, 180, 1440]::Array(UInt16) AS Minutes;

ALTER TABLE {{database}}.service_activity_of_logs {{on_cluster}} MODIFY QUERY
WITH LogAttributes AS Attributes
SELECT Minutes AS BucketMinutes, 'logs' AS Signal, {{start_of_minutes}} AS Bucket, ServiceName, {{environment}} AS Environment,
  ResourceAttributes['service.version'] AS Release,
  max(StoredAt) AS NewestStored, min(Timestamp) AS FirstSeen, max(Timestamp) AS LastSeen,
  uniqCombinedStateIf(12)(Id, Minutes = 5) AS Items,
  uniqStateIf(sipHash64(LogAttributes['session.id']), Minutes = 180 AND LogAttributes['session.id'] != '') AS Sessions,
  uniqStateIf(sipHash64(LogAttributes['session.id']), Minutes = 180 AND LogAttributes['session.id'] != '' AND ({{is_exception}}) AND {{unhandled}}) AS Crashed
FROM {{database}}.otel_logs{{local}}
ARRAY JOIN [5, 180, 1440]::Array(UInt16) AS Minutes
GROUP BY BucketMinutes, Bucket, ServiceName, Environment, Release;

DROP VIEW IF EXISTS {{database}}.service_activity_of_exceptions {{on_cluster}};
DROP VIEW IF EXISTS {{database}}.service_activity_of_metrics_gauge {{on_cluster}};
DROP VIEW IF EXISTS {{database}}.service_activity_of_metrics_sum {{on_cluster}};
DROP VIEW IF EXISTS {{database}}.service_activity_of_metrics_histogram {{on_cluster}};
DROP VIEW IF EXISTS {{database}}.service_activity_of_metrics_exponential_histogram {{on_cluster}};
DROP VIEW IF EXISTS {{database}}.service_activity_of_metrics_summary {{on_cluster}};

ALTER TABLE {{database}}.otel_metrics_gauge{{local}} {{on_cluster}} ADD INDEX IF NOT EXISTS stored StoredAt TYPE minmax GRANULARITY 1;
ALTER TABLE {{database}}.otel_metrics_sum{{local}} {{on_cluster}} ADD INDEX IF NOT EXISTS stored StoredAt TYPE minmax GRANULARITY 1;
ALTER TABLE {{database}}.otel_metrics_histogram{{local}} {{on_cluster}} ADD INDEX IF NOT EXISTS stored StoredAt TYPE minmax GRANULARITY 1;
ALTER TABLE {{database}}.otel_metrics_exponential_histogram{{local}} {{on_cluster}} ADD INDEX IF NOT EXISTS stored StoredAt TYPE minmax GRANULARITY 1;
ALTER TABLE {{database}}.otel_metrics_summary{{local}} {{on_cluster}} ADD INDEX IF NOT EXISTS stored StoredAt TYPE minmax GRANULARITY 1;
