-- One row per transaction or exception of the browser session that a trace belongs to. Newest first, then by kind, span id and id.
--   traceId
--   fromNs, toNs  Unix nanoseconds, half-open
--   limit         1 to 500
-- Exceptions of servers carry no session: they are found through the session's traces.
-- An event counts only where no log of the session has its Same; logs are looked for ten minutes around the range as well.
WITH
  fromUnixTimestamp64Nano({fromNs:Int64}) AS rangeFrom,
  fromUnixTimestamp64Nano({toNs:Int64}) AS rangeTo,
  (
    SELECT max(Session)
    FROM trace_summary
    WHERE TraceId = {traceId:String}
      AND Bucket GLOBAL IN (SELECT Bucket FROM trace_index WHERE TraceId = {traceId:String})
  ) AS session
SELECT
  assumeNotNull(session) AS sessionId, toString(toUnixTimestamp64Nano(at)) AS atNs, kind, service, route, name, message, toString(lasted) AS durationNs, failed, traceId, spanId
FROM (
  SELECT
    Timestamp AS at, 'transaction' AS kind, ServiceName AS service, Route AS route, SpanName::String AS name, '' AS message,
    Duration AS lasted, Failed AS failed, TraceId AS traceId, SpanId AS spanId, Id AS id, 0 AS repeats
  FROM transactions
  WHERE Timestamp >= rangeFrom AND Timestamp < rangeTo AND session != '' AND SessionId = assumeNotNull(session)
  UNION ALL
  SELECT
    Timestamp AS at, 'exception' AS kind, ServiceName AS service, Route AS route, Type::String AS name, left(Message, 2048) AS message,
    0 AS lasted, 1 AS failed, TraceId AS traceId, SpanId AS spanId, Id AS id,
    Shape = 'event' AND max(Shape = 'log') OVER (PARTITION BY Same) AS repeats
  FROM exceptions
  WHERE Timestamp >= rangeFrom - 600 AND Timestamp < rangeTo + 600 AND session != ''
    AND (SessionId = assumeNotNull(session) OR (TraceId != '' AND TraceId GLOBAL IN (
      SELECT TraceId FROM transactions
      WHERE Timestamp >= rangeFrom AND Timestamp < rangeTo AND SessionId = assumeNotNull(session))))
)
WHERE at >= rangeFrom AND at < rangeTo AND NOT repeats
ORDER BY at DESC, kind, spanId, id
LIMIT 1 BY kind, id
LIMIT {limit:UInt32}
