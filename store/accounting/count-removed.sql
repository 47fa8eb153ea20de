-- One row: how many distinct spans and log records the drop rules removed, without events of stored spans.
--   fromNs, toNs  Unix nanoseconds, half-open, compared with the items' timestamps by whole minutes
--   limit         1
SELECT toString(sumIf(items, Source = 'span')) AS spans, toString(sumIf(items, Source = 'log')) AS logs
FROM (
  SELECT Source, uniqExactMerge(Items) AS items
  FROM noise_counts
  WHERE Minute >= toStartOfMinute(fromUnixTimestamp64Nano({fromNs:Int64}))
    AND Minute < fromUnixTimestamp64Nano({toNs:Int64})
  GROUP BY Rule, Minute, Source, ServiceName, Route, Release
)
ORDER BY spans
LIMIT {limit:UInt32}
