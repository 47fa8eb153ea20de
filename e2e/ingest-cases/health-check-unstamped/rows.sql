-- One row for each label of what was kept. joined: whether all its spans have their parent here, so that there is no
-- orphan.
WITH spans AS (
  SELECT DISTINCT TraceId, SpanId, ParentSpanId, SpanAttributes['test.record'] AS record
  FROM otel_traces
  WHERE ResourceAttributes['test.run'] = {run:String}
)
SELECT record, kept, joined
FROM (
  SELECT record, count() AS kept,
    min(ParentSpanId = '' OR (TraceId, ParentSpanId) IN (SELECT TraceId, SpanId FROM spans)) AS joined
  FROM spans
  GROUP BY record
  UNION ALL
  SELECT LogAttributes['test.record'] AS record, uniqExact(LogAttributes['log.record.uid']) AS kept, 1 AS joined
  FROM otel_logs
  WHERE ResourceAttributes['test.run'] = {run:String}
  GROUP BY record
)
ORDER BY record
