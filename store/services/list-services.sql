-- One row per service that has a span, a log record or an exception in the range. By name.
--   fromNs, toNs  Unix nanoseconds, compared in whole five minutes
--   limit         1 to 1000
SELECT arrayJoin(Services) AS service
FROM arrivals
WHERE Signal IN ('spans', 'logs')
  AND Bucket >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({fromNs:Int64})) AND Bucket < fromUnixTimestamp64Nano({toNs:Int64})
GROUP BY service
ORDER BY service
LIMIT {limit:UInt32}
