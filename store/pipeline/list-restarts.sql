-- One row per restart of a process that the supervisor of npm start reported. Latest first, then by process.
--   service       service that reports restarts
--   fromNs, toNs  Unix nanoseconds, half-open
--   limit         1 to 100
SELECT
  toString(toUnixTimestamp64Nano(Timestamp)) AS atNs,
  LogAttributes['errata.restart.process'] AS process,
  LogAttributes['errata.restart.reason'] AS reason
FROM otel_logs
WHERE ServiceName = {service:String}
  AND toStartOfFiveMinutes(Timestamp) >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({fromNs:Int64}))
  AND Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
  AND EventName = 'errata.process.restarted'
ORDER BY Timestamp DESC, process, Id
LIMIT 1 BY Id
LIMIT {limit:UInt32}
