-- One row per trace whose spans have a session or a user. By trace id.
--   traceIds  at most 1000
--   limit     1 to 1000
-- If a trace has several sessions or users, the first one by name counts, so that the result is stable. The hashes are
-- a subquery: IN (arrayMap(…)) would read the whole index.
SELECT
  TraceId AS traceId,
  minIf(SessionId, SessionId != '') AS sessionId,
  minIf({{span_user}} AS user, user != '') AS userId
FROM otel_traces
WHERE TraceId IN {traceIds:Array(String)}
  AND toStartOfFiveMinutes(Timestamp) GLOBAL IN (
    SELECT Bucket FROM trace_index WHERE Fact = '' AND Trace IN (SELECT sipHash64(arrayJoin({traceIds:Array(String)}))))
  AND (SessionId != '' OR user != '')
GROUP BY TraceId
ORDER BY TraceId
LIMIT {limit:UInt32}
