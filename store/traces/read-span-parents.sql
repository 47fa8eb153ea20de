-- One row per span of a trace, in no order: its parent and start, which are enough to choose some of many. A span that was delivered twice may
-- be there twice.
--   traceId
--   limit    1 to 1000001
-- id, parent: as numbers, 0 for none. facts: the sum of 1 for the first span of a
-- transaction, 2 for one of a browser, 4 for one that failed (its status is Error, or it has an exception), 8 for an id that is no 16 hex digits.
SELECT
  reinterpretAsUInt64(reverse(unhex(SpanId))) AS id,
  reinterpretAsUInt64(reverse(unhex(ParentSpanId))) AS parent,
  toUnixTimestamp64Nano(Timestamp) AS startNs,
  toUInt8(IsRoot + 2 * IsBrowser
    + 4 * (Failed = 1 OR has(`Events.Name`, 'exception') OR SpanId GLOBAL IN (
      SELECT SpanId FROM exceptions WHERE TraceId = {traceId:String} AND SpanId != ''))
    + 8 * (length(SpanId) != 16 OR length(ParentSpanId) NOT IN (0, 16))) AS facts
FROM otel_traces
WHERE TraceId = {traceId:String}
  AND toStartOfFiveMinutes(Timestamp) GLOBAL IN (SELECT Bucket FROM trace_index
    WHERE Fact = '' AND Trace = sipHash64({traceId:String}))
LIMIT {limit:UInt32}
