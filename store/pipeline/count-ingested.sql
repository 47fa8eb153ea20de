-- One row: the number of distinct spans, log records and exceptions that are stored of a trace.
--   traceId
--   spanId   '' for the whole trace
--   limit    1
SELECT
  toString((
    SELECT uniqExact(SpanId, ServiceName)
    FROM otel_traces
    WHERE TraceId = {traceId:String} AND ({spanId:String} = '' OR SpanId = {spanId:String})
      AND toStartOfFiveMinutes(Timestamp) GLOBAL IN (SELECT Bucket FROM trace_index WHERE Fact = '' AND Trace = sipHash64({traceId:String}))
  )) AS spans,
  toString((
    SELECT uniqExact(Id)
    FROM otel_logs
    WHERE TraceId = {traceId:String} AND ({spanId:String} = '' OR SpanId = {spanId:String})
      AND toStartOfFiveMinutes(Timestamp) GLOBAL IN (SELECT Bucket FROM trace_index WHERE Fact = '' AND Trace = sipHash64({traceId:String}))
  )) AS logs,
  toString((
    SELECT uniqExact(DedupeKey, if(Source = 'log', Id, 0))
    FROM exceptions
    WHERE TraceId = {traceId:String} AND ({spanId:String} = '' OR SpanId = {spanId:String})
      AND (Source = 'log' OR DedupeKey GLOBAL NOT IN (
        SELECT DedupeKey FROM exceptions WHERE TraceId = {traceId:String} AND Source = 'log'))
  )) AS exceptions
ORDER BY spans
LIMIT {limit:UInt32}
