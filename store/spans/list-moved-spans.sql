-- One row per span, or service, of the given traces whose time the Collector moved, with the sender's time. By trace id, then span id, then
-- service. Reads the names of attributes, and values only where a span has one.
--   traceIds  at most 1000
--   spanIds   empty for one row per trace and service, with span id '' and the latest time
--   limit     1 to 10000
SELECT
  TraceId AS traceId,
  if(empty({spanIds:Array(String)}), '', SpanId) AS spanId,
  ServiceName AS service,
  toString(max(toUInt64OrZero(SpanAttributes['errata.clock.original']))) AS originalTime
FROM otel_traces
PREWHERE mapContains(SpanAttributes, 'errata.clock.original')
WHERE TraceId IN {traceIds:Array(String)}
  AND (empty({spanIds:Array(String)}) OR SpanId IN {spanIds:Array(String)})
  AND toStartOfFiveMinutes(Timestamp) GLOBAL IN (SELECT Bucket FROM trace_index WHERE Fact = '' AND Trace IN (SELECT sipHash64(arrayJoin({traceIds:Array(String)}))))
GROUP BY traceId, spanId, service
ORDER BY traceId, spanId, service
LIMIT {limit:UInt32}
