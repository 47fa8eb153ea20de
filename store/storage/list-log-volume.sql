-- One row per service, then one per severity of a service (isService 0): about how many log records of the range, and
-- how many bytes they take as text, of those of all log records (allBytes). Most bytes first, then by service
-- and severity. oneIn: one record in so many was read.
--   fromNs, toNs  Unix nanoseconds, half-open
--   level         one record in 2^level is read
--   table         otel_logs, or log_samples, which has one record in 16
--   most          services, and severities of all of them
--   limit         1 to 1000
-- Code inserts sample (insert-expressions.ts). Bytes: without the resource, which compresses to nothing beside others.
-- byteSize() would differ with the dictionaries of the blocks that are read.
SELECT service, severity AS name, isService, toString(bitShiftLeft(items, {level:UInt8})) AS count,
  toString(bitShiftLeft(size, {level:UInt8})) AS bytes,
  toString(bitShiftLeft(sumIf(size, isService) OVER (), {level:UInt8})) AS allBytes,
  toString(bitShiftLeft(1::UInt64, {level:UInt8})) AS oneIn
FROM (
  SELECT ServiceName::String AS service,
    ['none', 'trace', 'debug', 'info', 'warn', 'error', 'fatal'][intDiv(Severity + 3, 4) + 1] AS severity,
    grouping(severity) = 1 AS isService, count() AS items,
    sum(length(toString((TraceId, SpanId, Body, LogAttributes)))) AS size
  FROM {table:Identifier} FINAL
  PREWHERE toStartOfFiveMinutes(Timestamp) >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({fromNs:Int64}))
    AND Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
    AND ({{sample: 1}})
  GROUP BY GROUPING SETS ((service), (service, severity))
)
ORDER BY isService DESC, size DESC, service, severity
LIMIT {most:UInt32} BY isService
LIMIT {limit:UInt32}
