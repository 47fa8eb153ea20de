-- One row per file of a Collector's queue that the supervisor of npm start found damaged and moved aside. Latest first,
-- then by file.
--   service       service that reports them
--   fromNs, toNs  Unix nanoseconds, half-open
--   limit         1 to 100
SELECT
  toString(toUnixTimestamp64Nano(Timestamp)) AS atNs,
  LogAttributes['errata.queue.file'] AS file,
  toString(toUInt64OrZero(LogAttributes['errata.queue.bytes'])) AS bytes,
  LogAttributes['errata.queue.fault'] AS fault,
  LogAttributes['errata.queue.moved_to'] AS movedTo
FROM otel_logs
WHERE ServiceName = {service:String}
  AND toStartOfFiveMinutes(Timestamp) >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({fromNs:Int64}))
  AND Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
  AND EventName = 'errata.queue.damaged'
ORDER BY Timestamp DESC, file, Id
LIMIT 1 BY Id
LIMIT {limit:UInt32}
