-- One row per service with a transaction, an exception or a log record in the range. By name.
--   fromNs, toNs  Unix nanoseconds, half-open
--   limit         1 to 1000
WITH
  fromUnixTimestamp64Nano({fromNs:Int64}) AS rangeFrom,
  fromUnixTimestamp64Nano({toNs:Int64}) AS rangeTo
SELECT ServiceName AS service, toString(toUnixTimestamp64Nano(max(LastSeen))) AS lastSeenNs
FROM (
  SELECT ServiceName, max(Timestamp) AS LastSeen FROM transactions
  WHERE Timestamp >= rangeFrom AND Timestamp < rangeTo GROUP BY ServiceName
  UNION ALL
  SELECT ServiceName, max(Timestamp) AS LastSeen FROM exceptions
  WHERE Timestamp >= rangeFrom AND Timestamp < rangeTo GROUP BY ServiceName
  UNION ALL
  SELECT ServiceName, max(Timestamp) AS LastSeen FROM otel_logs
  WHERE Timestamp >= rangeFrom AND Timestamp < rangeTo GROUP BY ServiceName
)
GROUP BY ServiceName
ORDER BY ServiceName
LIMIT {limit:UInt32}
