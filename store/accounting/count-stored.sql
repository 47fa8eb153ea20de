-- One row per signal, by name: how many distinct log records, data points and spans were stored in the range, whatever
-- their timestamps are; how many of them were written by the seeder past the Collectors; and how many others were
-- stored near the start or the end of the range.
--   fromNs, toNs  Unix nanoseconds, half-open, compared with the storage time by whole seconds
--   near          seconds before and after each end that count as near
--   direct        scope version of rows that the seeder wrote
--   limit         3 or more
-- service_activity tells which five minutes have spans and logs; metrics have an index. A row that was delivered again
-- counts at its latest delivery.
WITH
  toDateTime(fromUnixTimestamp64Nano({fromNs:Int64})) AS rangeFrom,
  toDateTime(fromUnixTimestamp64Nano({toNs:Int64})) AS rangeTo,
  rangeFrom - {near:UInt8} AS since,
  rangeTo + {near:UInt8} AS until,
  stored >= rangeFrom AND stored < rangeTo AS isWithin
SELECT
  signal,
  toString(countIf(isWithin)) AS items,
  toString(countIf(isWithin AND version = {direct:String})) AS direct,
  toString(countIf((stored < rangeFrom + {near:UInt8} OR stored >= rangeTo - {near:UInt8})
    AND version != {direct:String})) AS nearEnds
FROM (
  SELECT 'logs' AS signal, ScopeVersion::String AS version, StoredAt AS stored
  FROM otel_logs FINAL
  WHERE toStartOfFiveMinutes(Timestamp) GLOBAL IN (SELECT Bucket FROM service_activity
    WHERE BucketMinutes = 5 AND Signal = 'logs' AND NewestStored >= since)
    AND StoredAt >= since AND StoredAt < until
  UNION ALL
  SELECT 'spans', ScopeVersion, StoredAt
  FROM otel_traces FINAL
  WHERE toStartOfFiveMinutes(Timestamp) GLOBAL IN (SELECT Bucket FROM service_activity
    WHERE BucketMinutes = 5 AND Signal = 'spans' AND NewestStored >= since)
    AND StoredAt >= since AND StoredAt < until
  UNION ALL
  SELECT 'points', ScopeVersion, StoredAt
  FROM merge(currentDatabase(), '^otel_metrics_(gauge|sum|histogram|exponential_histogram|summary)$') FINAL
  WHERE StoredAt >= since AND StoredAt < until
)
GROUP BY signal
ORDER BY signal
LIMIT {limit:UInt32}
