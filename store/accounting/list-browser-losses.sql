-- One row per reason why browsers dropped records, with the number that they reported. Most first, then by reason.
--   fromNs, toNs  Unix nanoseconds, half-open
--   limit         1 to 100
SELECT reason, toString(sum(told)) AS items
FROM (
  SELECT
    LogAttributes['errata.telemetry.reason'] AS reason,
    toUInt64(greatest(0, toInt64OrZero(LogAttributes['errata.telemetry.count']))) AS told
  FROM otel_logs FINAL
  WHERE toStartOfFiveMinutes(Timestamp) >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({fromNs:Int64}))
    AND Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
    AND EventName = 'errata.telemetry.dropped'
)
GROUP BY reason
HAVING sum(told) > 0
ORDER BY sum(told) DESC, reason
LIMIT {limit:UInt32}
