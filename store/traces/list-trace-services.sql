-- One row per service of a trace: the number of distinct spans, and of failed ones. By name. ofTrace, ofTraceFailed:
-- the same for all services, including those beyond the limit; startNs, endNs: the first start and last end of all
-- spans, Unix nanoseconds.
--   traceId
--   limit    1 to 1000
SELECT
  ServiceName AS service,
  toString(uniqExact(SpanId)) AS spans,
  toString(uniqExactIf(SpanId, Failed = 1)) AS failedSpans,
  toString(sum(uniqExact(SpanId)) OVER ()) AS ofTrace,
  toString(sum(uniqExactIf(SpanId, Failed = 1)) OVER ()) AS ofTraceFailed,
  toString(min(min(toUnixTimestamp64Nano(Timestamp))) OVER ()) AS startNs,
  toString(max(max(toUnixTimestamp64Nano(Timestamp) + DurationNs)) OVER ()) AS endNs
FROM otel_traces
WHERE TraceId = {traceId:String}
  AND toStartOfFiveMinutes(Timestamp) GLOBAL IN (SELECT Bucket FROM trace_index
    WHERE Fact = '' AND Trace = sipHash64({traceId:String}))
GROUP BY ServiceName
ORDER BY service
LIMIT {limit:UInt32}
