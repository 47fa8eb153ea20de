-- One row per span of a trace that matches a search. By start, then by id and service.
--   traceId
--   limit    1 to 10000
-- Code inserts search (insert-expressions.ts).
SELECT spanId, service
FROM (
  SELECT SpanId AS spanId, ServiceName AS service, min(Timestamp) AS startedAt
  FROM otel_traces
  WHERE TraceId = {traceId:String}
    AND toStartOfFiveMinutes(Timestamp) GLOBAL IN (SELECT Bucket FROM trace_index
      WHERE Fact = '' AND Trace = sipHash64({traceId:String}))
    AND ({{search: 1}})
  GROUP BY spanId, service
)
ORDER BY startedAt, spanId, service
LIMIT {limit:UInt32}
