-- One row per service, then one per operation of a service (isService 0): about how many spans of the range, and how
-- many bytes they take as text, of those of all spans (allBytes). Most bytes first, then by service and
-- operation. oneIn: one trace in so many was read.
--   fromNs, toNs  Unix nanoseconds, half-open
--   level         one trace in 2^level is read
--   table         otel_traces, or span_samples, which has one trace in 16
--   most          services, and operations of all of them
--   limit         1 to 1000
-- Code inserts sample (insert-expressions.ts). Bytes: without the resource, which compresses to nothing beside others.
-- byteSize() would differ with the dictionaries of the blocks that are read.
SELECT service, operation AS name, isService, toString(bitShiftLeft(items, {level:UInt8})) AS count,
  toString(bitShiftLeft(size, {level:UInt8})) AS bytes,
  toString(bitShiftLeft(sumIf(size, isService) OVER (), {level:UInt8})) AS allBytes,
  toString(bitShiftLeft(1::UInt64, {level:UInt8})) AS oneIn
FROM (
  SELECT ServiceName::String AS service, Operation::String AS operation, grouping(operation) = 1 AS isService,
    count() AS items,
    sum(length(toString((TraceId, SpanId, ParentSpanId, SpanAttributes, StatusMessage, Events.Attributes,
      Links.TraceId, Links.Attributes)))) AS size
  FROM {table:Identifier} FINAL
  PREWHERE toStartOfFiveMinutes(Timestamp) >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({fromNs:Int64}))
    AND Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
    AND ({{sample: 1}})
  GROUP BY GROUPING SETS ((service), (service, operation))
)
ORDER BY isService DESC, size DESC, service, operation
LIMIT {most:UInt32} BY isService
LIMIT {limit:UInt32}
