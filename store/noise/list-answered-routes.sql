-- One row per service and route that answered with a status below 400 in the range: the last time, and its release.
-- Latest first, then by service and route.
--   fromNs, toNs  Unix nanoseconds, half-open
--   services      names of services
--   limit         1 to 5000
SELECT
  ServiceName AS service,
  Operation AS route,
  toString(toUnixTimestamp64Nano(max(Timestamp))) AS lastNs,
  argMax(transactions.Release, Timestamp) AS release
FROM transactions
WHERE toStartOfFiveMinutes(Timestamp) >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({fromNs:Int64}))
  AND Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
  AND ServiceName IN {services:Array(String)}
  AND startsWith(Operation, '/') AND HttpStatus >= 200 AND HttpStatus < 400
GROUP BY ServiceName, Operation
ORDER BY max(Timestamp) DESC, service, route
LIMIT {limit:UInt32}
