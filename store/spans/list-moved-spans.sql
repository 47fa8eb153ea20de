-- One row per service of the given traces whose time the Collector or the relay moved, with the latest time of the
-- sender. By trace id, then service. Reads the names of attributes, and values only where a span has one.
--   traceIds  at most 1000
--   limit     1 to 10000
SELECT
  TraceId AS traceId,
  ServiceName AS service,
  toString(max(toUInt64OrZero({{span_original_time}}))) AS originalTime
FROM otel_traces
PREWHERE mapContains(SpanAttributes, 'errata.clock.original') OR mapContains(SpanAttributes, 'errata.clock.browser')
WHERE TraceId IN {traceIds:Array(String)}
  AND toStartOfFiveMinutes(Timestamp) GLOBAL IN (SELECT Bucket FROM trace_index
    WHERE Fact = '' AND Trace IN (SELECT sipHash64(arrayJoin({traceIds:Array(String)}))))
GROUP BY traceId, service
ORDER BY traceId, service
LIMIT {limit:UInt32}
