-- One row per span of another trace that links to a trace. By start, then by trace, span and service.
--   traceId
--   fromNs, toNs  Unix nanoseconds, half-open: when the linking spans start
--   limit         1 to 100
SELECT
  TraceId AS traceId,
  SpanId AS spanId,
  ServiceName AS service,
  SpanName AS name,
  toString(toUnixTimestamp64Nano(Timestamp)) AS startNs
FROM otel_traces
WHERE toStartOfFiveMinutes(Timestamp) >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({fromNs:Int64}))
  AND Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
  AND has(`Links.TraceId`, {traceId:String}) AND TraceId != {traceId:String}
ORDER BY Timestamp, TraceId, SpanId, ServiceName
LIMIT 1 BY TraceId, SpanId, ServiceName
LIMIT {limit:UInt32}
