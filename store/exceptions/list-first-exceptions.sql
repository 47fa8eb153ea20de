-- One row per given trace with exceptions: the type, message and issue of the oldest, then of that with the lowest id.
-- By trace id.
--   traceIds      at most 1000
--   fromNs, toNs  Unix nanoseconds, half-open: when the exceptions were recorded
--   chars         maximum of the message
--   limit         1 to 1000
SELECT
  TraceId AS traceId,
  argMin((Type, substringUTF8(Message, 1, {chars:UInt32}), Issue), (Timestamp, Id)) AS oldest,
  oldest.1 AS type,
  oldest.2 AS message,
  oldest.3 AS issue
FROM exceptions
WHERE TraceId IN {traceIds:Array(String)}
  AND toStartOfFiveMinutes(Timestamp) >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({fromNs:Int64}))
  AND Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
GROUP BY TraceId
ORDER BY traceId
LIMIT {limit:UInt32}
