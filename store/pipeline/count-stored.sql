-- One row per signal, by name: how many distinct log records, data points and spans were stored in the range, whatever their own times are, and
-- how many of them came past the Collectors, by the seeder's own word.
--   fromNs, toNs  Unix nanoseconds, half-open, compared by whole seconds with when the rows were stored
--   direct        the scope's version that says so
--   limit         3 or more
-- Arrivals tell in which five minutes there are any of these. A row that came again counts by when it last came.
WITH
  toDateTime(fromUnixTimestamp64Nano({fromNs:Int64})) AS rangeFrom,
  toDateTime(fromUnixTimestamp64Nano({toNs:Int64})) AS rangeTo,
  -- The hour is in the key of every metrics table, as no finer time is.
  hours AS (SELECT DISTINCT toStartOfHour(Bucket) FROM arrivals WHERE Signal = 'metrics' AND NewestStored >= rangeFrom)
SELECT signal, toString(count()) AS items, toString(countIf(version = {direct:String})) AS direct
FROM (
  SELECT 'logs' AS signal, ScopeVersion::String AS version
  FROM otel_logs FINAL
  WHERE toStartOfFiveMinutes(Timestamp) GLOBAL IN (SELECT Bucket FROM arrivals WHERE Signal = 'logs' AND NewestStored >= rangeFrom)
    AND StoredAt >= rangeFrom AND StoredAt < rangeTo
  UNION ALL
  SELECT 'spans', ScopeVersion
  FROM otel_traces FINAL
  WHERE toStartOfFiveMinutes(Timestamp) GLOBAL IN (SELECT Bucket FROM arrivals WHERE Signal = 'spans' AND NewestStored >= rangeFrom)
    AND StoredAt >= rangeFrom AND StoredAt < rangeTo
  UNION ALL
  SELECT 'points', ScopeVersion
  FROM otel_metrics_gauge FINAL
  WHERE toStartOfHour(TimeUnix) GLOBAL IN (SELECT * FROM hours) AND StoredAt >= rangeFrom AND StoredAt < rangeTo
  UNION ALL
  SELECT 'points', ScopeVersion
  FROM otel_metrics_sum FINAL
  WHERE toStartOfHour(TimeUnix) GLOBAL IN (SELECT * FROM hours) AND StoredAt >= rangeFrom AND StoredAt < rangeTo
  UNION ALL
  SELECT 'points', ScopeVersion
  FROM otel_metrics_histogram FINAL
  WHERE toStartOfHour(TimeUnix) GLOBAL IN (SELECT * FROM hours) AND StoredAt >= rangeFrom AND StoredAt < rangeTo
  UNION ALL
  SELECT 'points', ScopeVersion
  FROM otel_metrics_exponential_histogram FINAL
  WHERE toStartOfHour(TimeUnix) GLOBAL IN (SELECT * FROM hours) AND StoredAt >= rangeFrom AND StoredAt < rangeTo
  UNION ALL
  SELECT 'points', ScopeVersion
  FROM otel_metrics_summary FINAL
  WHERE toStartOfHour(TimeUnix) GLOBAL IN (SELECT * FROM hours) AND StoredAt >= rangeFrom AND StoredAt < rangeTo
)
GROUP BY signal
ORDER BY signal
LIMIT {limit:UInt32}
