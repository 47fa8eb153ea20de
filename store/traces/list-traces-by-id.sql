-- One row per trace of a list. Newest first by the start of the root, then by trace id.
--   traceIds  at most 1000
--   limit     1 to 1000
SELECT
  TraceId AS traceId,
  toString(toUnixTimestamp64Nano(root.Start)) AS startNs,
  toString(root.Duration) AS durationNs,
  root.Service AS service,
  root.Name AS name,
  root.Route AS route,
  root.Status AS httpStatus,
  services,
  sessionId,
  failed,
  toString(spans) AS spanCount,
  toString(failedSpans) AS failedSpanCount
FROM (
  SELECT
    TraceId,
    min(Root) AS root,
    arraySort(groupUniqArrayArray(Services)) AS services,
    max(Session) AS sessionId,
    max(Failed) AS failed
  FROM trace_summary
  WHERE TraceId IN {traceIds:Array(String)}
    AND Bucket GLOBAL IN (SELECT Bucket FROM trace_index WHERE TraceId IN {traceIds:Array(String)})
  GROUP BY TraceId
) AS summary
LEFT JOIN (
  SELECT TraceId, uniqExact(SpanId, ServiceName) AS spans, uniqExactIf((SpanId, ServiceName), StatusCode = 'Error') AS failedSpans
  FROM otel_traces
  WHERE TraceId IN {traceIds:Array(String)}
    AND toStartOfFiveMinutes(Timestamp) GLOBAL IN (SELECT Bucket FROM trace_index WHERE TraceId IN {traceIds:Array(String)})
  GROUP BY TraceId
) AS counted USING (TraceId)
ORDER BY root.Start DESC, TraceId
LIMIT {limit:UInt32}
