-- One row per signal, by name: when the newest row was stored, and how many rows there are in the range, each once.
--   fromNs, toNs  Unix nanoseconds, half-open, compared with the rows' own time
--   limit         3 or more
-- The newest stored row is looked for in the last two hours of the rows' own time, whenever those were; 0 for none.
WITH
  fromUnixTimestamp64Nano({fromNs:Int64}) AS rangeFrom,
  fromUnixTimestamp64Nano({toNs:Int64}) AS rangeTo
SELECT signal, toString(max(toUnixTimestamp64Nano(toDateTime64(storedAt, 9)))) AS newestStoredNs, toString(sum(amount)) AS rows
FROM (
  SELECT 'spans' AS signal, max(StoredAt) AS storedAt, 0 AS amount FROM otel_traces
  WHERE Timestamp >= (SELECT max(Timestamp) FROM otel_traces) - 7200
  UNION ALL
  SELECT 'spans', toDateTime(0), count() FROM otel_traces FINAL WHERE Timestamp >= rangeFrom AND Timestamp < rangeTo
  UNION ALL
  SELECT 'logs', max(StoredAt), 0 FROM otel_logs WHERE Timestamp >= (SELECT max(Timestamp) FROM otel_logs) - 7200
  UNION ALL
  SELECT 'logs', toDateTime(0), count() FROM otel_logs FINAL WHERE Timestamp >= rangeFrom AND Timestamp < rangeTo
  UNION ALL
  SELECT 'metrics', max(StoredAt), 0 FROM otel_metrics_sum
  WHERE TimeUnix >= (SELECT max(TimeUnix) FROM otel_metrics_sum) - 7200
  UNION ALL
  SELECT 'metrics', toDateTime(0), count() FROM otel_metrics_sum FINAL WHERE TimeUnix >= rangeFrom AND TimeUnix < rangeTo
  UNION ALL
  SELECT 'metrics', max(StoredAt), 0 FROM otel_metrics_gauge
  WHERE TimeUnix >= (SELECT max(TimeUnix) FROM otel_metrics_gauge) - 7200
  UNION ALL
  SELECT 'metrics', toDateTime(0), count() FROM otel_metrics_gauge FINAL WHERE TimeUnix >= rangeFrom AND TimeUnix < rangeTo
  UNION ALL
  SELECT 'metrics', max(StoredAt), 0 FROM otel_metrics_histogram
  WHERE TimeUnix >= (SELECT max(TimeUnix) FROM otel_metrics_histogram) - 7200
  UNION ALL
  SELECT 'metrics', toDateTime(0), count() FROM otel_metrics_histogram FINAL WHERE TimeUnix >= rangeFrom AND TimeUnix < rangeTo
  UNION ALL
  SELECT 'metrics', max(StoredAt), 0 FROM otel_metrics_exponential_histogram
  WHERE TimeUnix >= (SELECT max(TimeUnix) FROM otel_metrics_exponential_histogram) - 7200
  UNION ALL
  SELECT 'metrics', toDateTime(0), count() FROM otel_metrics_exponential_histogram FINAL
  WHERE TimeUnix >= rangeFrom AND TimeUnix < rangeTo
  UNION ALL
  SELECT 'metrics', max(StoredAt), 0 FROM otel_metrics_summary
  WHERE TimeUnix >= (SELECT max(TimeUnix) FROM otel_metrics_summary) - 7200
  UNION ALL
  SELECT 'metrics', toDateTime(0), count() FROM otel_metrics_summary FINAL WHERE TimeUnix >= rangeFrom AND TimeUnix < rangeTo
)
GROUP BY signal
ORDER BY signal
LIMIT {limit:UInt32}
