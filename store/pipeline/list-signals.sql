-- One row per signal, by name: when the newest row was stored, and about how many distinct rows there are in the range.
--   fromNs, toNs  Unix nanoseconds, compared with the rows' timestamps, in whole five minutes; both 0 to count nothing,
--                 which is ten times as fast
--   ever          0 to look for metrics of the last hour alone, 1 for those of all time: their tables have no order by it
--   limit         3 or more
-- The newest stored row is independent of its timestamp; 0 for none.
SELECT signal, toString(toUnixTimestamp64Nano(toDateTime64(max(stored), 9))) AS newestStoredNs,
  toString(max(amount)) AS rows
FROM (
  SELECT arrayJoin(['logs', 'metrics', 'spans']) AS signal, toDateTime(0) AS stored, 0 AS amount
  UNION ALL
  SELECT Signal, max(NewestStored), 0 FROM service_activity WHERE BucketMinutes = 1440 GROUP BY Signal
  UNION ALL
  SELECT 'metrics', max(StoredAt), 0
  FROM merge(currentDatabase(), '^otel_metrics_(gauge|sum|histogram|exponential_histogram|summary)$')
  WHERE {ever:UInt8} = 1 OR StoredAt >= now() - 3600
  UNION ALL
  SELECT 'metrics', toDateTime(0), count()
  FROM merge(currentDatabase(), '^otel_metrics_(gauge|sum|histogram|exponential_histogram|summary)$') FINAL
  WHERE TimeUnix >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({fromNs:Int64}))
    AND TimeUnix < fromUnixTimestamp64Nano({toNs:Int64})
  UNION ALL
  SELECT Signal, toDateTime(0), uniqCombinedMerge(12)(Items)
  FROM service_activity
  WHERE BucketMinutes = 5 AND Bucket >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({fromNs:Int64}))
    AND Bucket < fromUnixTimestamp64Nano({toNs:Int64})
  GROUP BY Signal
)
GROUP BY signal
ORDER BY signal
LIMIT {limit:UInt32}
