-- One row: the time by the database's clock, and when the newest stored canary of the last hour was created; 0 for none.
--   canary  the service that sends canaries
--   limit   1
SELECT toString(toUnixTimestamp64Nano(now64(9))) AS asOfNs, toString(toUnixTimestamp64Nano(max(Timestamp))) AS canaryNs
FROM transactions
WHERE ServiceName = {canary:String} AND toStartOfFiveMinutes(Timestamp) >= toStartOfFiveMinutes(now() - 3600)
  AND Timestamp >= now64(9) - 3600 AND Timestamp < now64(9) + 60
ORDER BY asOfNs
LIMIT {limit:UInt32}
