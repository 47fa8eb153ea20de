-- One row: the number of distinct spans, log records and exceptions that are stored of a trace, and of spans and
-- exceptions those that servers sent.
--   traceId
--   spanId   '' for the whole trace
--   limit    1
SELECT
  toString(ofTraces.all) AS spans,
  toString(ofTraces.ofServers) AS serverSpans,
  toString((
    SELECT uniqExact(Id)
    FROM otel_logs
    WHERE TraceId = {traceId:String} AND ({spanId:String} = '' OR SpanId = {spanId:String})
      AND toStartOfFiveMinutes(Timestamp) GLOBAL IN (SELECT Bucket FROM trace_index
        WHERE Fact = '' AND Trace = sipHash64({traceId:String}))
  )) AS logs,
  toString(ofExceptions.all) AS exceptions,
  toString(ofExceptions.ofServers) AS serverExceptions
FROM (
  SELECT
    (
      SELECT (uniqExact(SpanId, ServiceName), uniqExactIf((SpanId, ServiceName), NOT IsBrowser))
        ::Tuple(all UInt64, ofServers UInt64)
      FROM otel_traces
      WHERE TraceId = {traceId:String} AND ({spanId:String} = '' OR SpanId = {spanId:String})
        AND toStartOfFiveMinutes(Timestamp) GLOBAL IN (SELECT Bucket FROM trace_index
          WHERE Fact = '' AND Trace = sipHash64({traceId:String}))
    ) AS ofTraces,
    (
      SELECT (uniqExact(DedupeKey, if(Source = 'log', Id, 0)),
          uniqExactIf((DedupeKey, if(Source = 'log', Id, 0)), NOT IsBrowser))
        ::Tuple(all UInt64, ofServers UInt64)
      FROM exceptions
      WHERE TraceId = {traceId:String} AND ({spanId:String} = '' OR SpanId = {spanId:String})
        AND (Source = 'log' OR DedupeKey GLOBAL NOT IN (
          SELECT DedupeKey FROM exceptions WHERE TraceId = {traceId:String} AND Source = 'log'))
    ) AS ofExceptions
)
ORDER BY spans
LIMIT {limit:UInt32}
