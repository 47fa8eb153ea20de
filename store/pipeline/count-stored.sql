-- One row per signal, by name: how many distinct log records and spans were stored in the range, whatever their own times are.
--   fromNs, toNs  Unix nanoseconds, half-open, compared by whole seconds with when the rows were stored
--   limit         2 or more
-- Arrivals tell in which five minutes there are any of these. A row that came again counts by when it last came.
WITH
  toDateTime(fromUnixTimestamp64Nano({fromNs:Int64})) AS rangeFrom,
  toDateTime(fromUnixTimestamp64Nano({toNs:Int64})) AS rangeTo
SELECT signal, toString(stored) AS items
FROM (
  SELECT 'logs' AS signal, count() AS stored
  FROM otel_logs FINAL
  WHERE toStartOfFiveMinutes(Timestamp) GLOBAL IN (SELECT Bucket FROM arrivals WHERE Signal = 'logs' AND NewestStored >= rangeFrom)
    AND StoredAt >= rangeFrom AND StoredAt < rangeTo
  UNION ALL
  SELECT 'spans', count()
  FROM otel_traces FINAL
  WHERE toStartOfFiveMinutes(Timestamp) GLOBAL IN (SELECT Bucket FROM arrivals WHERE Signal = 'spans' AND NewestStored >= rangeFrom)
    AND StoredAt >= rangeFrom AND StoredAt < rangeTo
)
ORDER BY signal
LIMIT {limit:UInt32}
