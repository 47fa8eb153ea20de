-- One row per reason why browsers dropped records: how many spans, log records, and others of which they did not know
-- the signal. Most first, then by reason.
--   fromNs, toNs  Unix nanoseconds, half-open
--   limit         1 to 100
-- LIMIT BY leaves out repeated deliveries: FINAL would read every column of every log record before it looks at the
-- event's name.
SELECT
  reason,
  toString(sumIf(told, signal = 'traces')) AS spans,
  toString(sumIf(told, signal = 'logs')) AS logs,
  toString(sumIf(told, signal NOT IN ('traces', 'logs'))) AS others
FROM (
  SELECT
    LogAttributes['errata.telemetry.reason'] AS reason,
    LogAttributes['errata.telemetry.signal'] AS signal,
    toUInt64(greatest(0, toInt64OrZero(LogAttributes['errata.telemetry.count']))) AS told
  FROM otel_logs
  WHERE toStartOfFiveMinutes(Timestamp) >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({fromNs:Int64}))
    AND Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
    AND EventName = 'errata.telemetry.dropped'
  ORDER BY Timestamp
  LIMIT 1 BY ServiceName, Timestamp, Id
)
GROUP BY reason
HAVING sum(told) > 0
ORDER BY sum(told) DESC, reason
LIMIT {limit:UInt32}
