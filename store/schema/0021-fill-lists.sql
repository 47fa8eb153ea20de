-- Fills trace_facts, arrivals and what 0018 changed from the rows that were there before. Through the plain names, so that on a cluster
-- each row reaches the shard of its trace.
INSERT INTO {{database}}.trace_summary (Bucket, TraceId, Start, End, Root, Services, Session, Failed)
SELECT toStartOfFiveMinutes(Timestamp) AS Bucket, TraceId, Timestamp, Timestamp,
  (255::UInt8, Timestamp, '', '', '', 0::UInt16, 0::UInt64), []::Array(String), '', 1
FROM {{database}}.exceptions
WHERE TraceId != ''
SETTINGS max_partitions_per_insert_block = 0;

INSERT INTO {{database}}.trace_index (TraceId, Bucket)
SELECT TraceId, toStartOfFiveMinutes(Timestamp) AS Bucket
FROM {{database}}.exceptions
WHERE TraceId != ''
SETTINGS max_partitions_per_insert_block = 0;

INSERT INTO {{database}}.trace_facts (Fact, Trace, Week)
SELECT Known AS Fact, sipHash64(TraceId) AS Trace, toMonday(Bucket) AS Week
FROM {{database}}.trace_summary
ARRAY JOIN arrayConcat(arrayMap(service -> concat('service ', service), Services), if(Failed = 1, ['failed'], [])) AS Known
SETTINGS max_partitions_per_insert_block = 0;

INSERT INTO {{database}}.arrivals (Signal, Bucket, NewestStored, Services, Rows)
SELECT 'spans' AS Signal, toStartOfFiveMinutes(Timestamp) AS Bucket, max(StoredAt), groupUniqArray(ServiceName::String),
  uniqCombinedState(12)(sipHash64(ServiceName, TraceId, SpanId))
FROM {{database}}.otel_traces
GROUP BY Bucket
SETTINGS max_partitions_per_insert_block = 0;

INSERT INTO {{database}}.arrivals (Signal, Bucket, NewestStored, Services, Rows)
SELECT 'logs' AS Signal, toStartOfFiveMinutes(Timestamp) AS Bucket, max(StoredAt), groupUniqArray(ServiceName::String),
  uniqCombinedState(12)(Id)
FROM {{database}}.otel_logs
GROUP BY Bucket
SETTINGS max_partitions_per_insert_block = 0;

INSERT INTO {{database}}.arrivals (Signal, Bucket, NewestStored, Services, Rows)
SELECT 'metrics' AS Signal, toStartOfFiveMinutes(TimeUnix) AS Bucket, max(StoredAt), groupUniqArray(ServiceName::String),
  uniqCombinedState(12)(sipHash64('gauge', ServiceName, MetricName, Series, TimeUnix))
FROM {{database}}.otel_metrics_gauge
GROUP BY Bucket
SETTINGS max_partitions_per_insert_block = 0;

INSERT INTO {{database}}.arrivals (Signal, Bucket, NewestStored, Services, Rows)
SELECT 'metrics' AS Signal, toStartOfFiveMinutes(TimeUnix) AS Bucket, max(StoredAt), groupUniqArray(ServiceName::String),
  uniqCombinedState(12)(sipHash64('sum', ServiceName, MetricName, Series, TimeUnix))
FROM {{database}}.otel_metrics_sum
GROUP BY Bucket
SETTINGS max_partitions_per_insert_block = 0;

INSERT INTO {{database}}.arrivals (Signal, Bucket, NewestStored, Services, Rows)
SELECT 'metrics' AS Signal, toStartOfFiveMinutes(TimeUnix) AS Bucket, max(StoredAt), groupUniqArray(ServiceName::String),
  uniqCombinedState(12)(sipHash64('histogram', ServiceName, MetricName, Series, TimeUnix))
FROM {{database}}.otel_metrics_histogram
GROUP BY Bucket
SETTINGS max_partitions_per_insert_block = 0;

INSERT INTO {{database}}.arrivals (Signal, Bucket, NewestStored, Services, Rows)
SELECT 'metrics' AS Signal, toStartOfFiveMinutes(TimeUnix) AS Bucket, max(StoredAt), groupUniqArray(ServiceName::String),
  uniqCombinedState(12)(sipHash64('exponential_histogram', ServiceName, MetricName, Series, TimeUnix))
FROM {{database}}.otel_metrics_exponential_histogram
GROUP BY Bucket
SETTINGS max_partitions_per_insert_block = 0;

INSERT INTO {{database}}.arrivals (Signal, Bucket, NewestStored, Services, Rows)
SELECT 'metrics' AS Signal, toStartOfFiveMinutes(TimeUnix) AS Bucket, max(StoredAt), groupUniqArray(ServiceName::String),
  uniqCombinedState(12)(sipHash64('summary', ServiceName, MetricName, Series, TimeUnix))
FROM {{database}}.otel_metrics_summary
GROUP BY Bucket
SETTINGS max_partitions_per_insert_block = 0;
