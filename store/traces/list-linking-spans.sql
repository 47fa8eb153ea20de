-- One row per span of another trace that links to a trace, with the spans that it links to. By start, then by trace, span and service.
--   traceId
--   fromNs, toNs  Unix nanoseconds, half-open: when the linking spans start
--   limit         1 to 100
SELECT
  TraceId AS traceId,
  SpanId AS spanId,
  ServiceName AS service,
  SpanName AS name,
  SpanKind AS kind,
  toString(toUnixTimestamp64Nano(Timestamp)) AS startNs,
  toString(DurationNs) AS durationNs,
  arrayDistinct(arrayFilter((_, trace) -> trace = {traceId:String}, `Links.SpanId`, `Links.TraceId`)) AS linksTo
FROM otel_traces
WHERE toStartOfFiveMinutes(Timestamp) >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({fromNs:Int64}))
  AND Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
  AND has(`Links.TraceId`, {traceId:String}) AND TraceId != {traceId:String}
ORDER BY Timestamp, TraceId, SpanId, ServiceName
LIMIT 1 BY TraceId, SpanId, ServiceName
LIMIT {limit:UInt32}
