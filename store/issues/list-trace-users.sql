-- One row per trace whose spans name a session or a user. By trace id.
--   traceIds  at most 100
--   limit     1 to 100
-- Of several sessions or users of one trace the first by name, so that the answer is the same each time.
SELECT
  TraceId AS traceId,
  minIf(SessionId, SessionId != '') AS sessionId,
  minIf(coalesce(nullIf(SpanAttributes['user.id'], ''), SpanAttributes['enduser.id']) AS user, user != '') AS userId
FROM otel_traces
WHERE TraceId IN {traceIds:Array(String)}
  AND toStartOfFiveMinutes(Timestamp) GLOBAL IN (
    SELECT Bucket FROM trace_index WHERE Fact = '' AND Trace IN (arrayMap(id -> sipHash64(id), {traceIds:Array(String)})))
  AND (SessionId != '' OR user != '')
GROUP BY TraceId
ORDER BY TraceId
LIMIT {limit:UInt32}
