-- One row: how many transactions of an operation there were in a time, and how many of them were shorter and longer than a duration. oneIn: one
-- transaction in so many was read.
--   service, operation
--   fromNs, toNs  Unix nanoseconds, half-open: starts of the transactions
--   durationNs
--   most          if there are more, every second, fourth, … is read
--   limit         1
WITH (
  SELECT toUInt8(least(10, greatest(0, ceil(log2(greatest(1, uniqExact(Id) * 64 / {most:UInt32}))))))
  FROM transactions
  WHERE Level >= 6
    AND Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
    AND ServiceName = {service:String} AND Operation = {operation:String}
) AS level
SELECT
  toString(count()) AS transactions,
  toString(countIf(duration < {durationNs:UInt64})) AS shorter,
  toString(countIf(duration > {durationNs:UInt64})) AS longer,
  toString(bitShiftLeft(1::UInt64, ifNull(any(level), 0))) AS oneIn
FROM (
  -- By identity and without FINAL, as list-latencies.sql.
  SELECT max(Duration) AS duration
  FROM transactions
  WHERE Level >= level AND IsRoot = 1
    AND toStartOfFiveMinutes(Timestamp) >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({fromNs:Int64}))
    AND Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
    AND ServiceName = {service:String} AND Operation = {operation:String}
  GROUP BY Id
)
ORDER BY transactions
LIMIT {limit:UInt32}
