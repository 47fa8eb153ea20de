-- One row: how many rows of a table of samples match a search, each counted once.
--   samples       span_samples or log_samples
--   level         one trace or record in 2^level is counted
--   fromNs, toNs  Unix nanoseconds, half-open
--   hidden        services to leave out
--   limit         1
-- Code inserts search (insert-expressions.ts).
SELECT toString(count()) AS matches
FROM {samples:Identifier} FINAL
-- As PREWHERE, which FINAL does not choose itself: copies of a row have the same values.
PREWHERE Level >= {level:UInt8}
  AND toStartOfFiveMinutes(Timestamp) >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({fromNs:Int64}))
  AND Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
  AND ServiceName NOT IN {hidden:Array(String)}
  AND ({{search: 1}})
ORDER BY matches
LIMIT {limit:UInt32}
