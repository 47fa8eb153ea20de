-- One row per transaction or exception of the browser session that a trace belongs to. Newest first, then by kind and span id.
--   traceId
--   fromNs, toNs  Unix nanoseconds, half-open
--   limit         1 to 500
-- Exceptions of servers carry no session: they are found through the session's traces.
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
  toString(toUnixTimestamp64Nano(at)) AS atNs, kind, service, route, name, message, toString(lasted) AS durationNs, failed, traceId, spanId
FROM (
  SELECT
    Timestamp AS at, 'transaction' AS kind, ServiceName AS service, Route AS route, SpanName::String AS name, '' AS message,
    Duration AS lasted, Failed AS failed, TraceId AS traceId, SpanId AS spanId
  FROM transactions FINAL
  WHERE Timestamp >= rangeFrom AND Timestamp < rangeTo AND session != '' AND SessionId = assumeNotNull(session)
  UNION ALL
  SELECT
    Timestamp AS at, 'exception' AS kind, ServiceName AS service, Route AS route, Type::String AS name, left(Message, 2048) AS message,
    0 AS lasted, 1 AS failed, TraceId AS traceId, SpanId AS spanId
  FROM exceptions FINAL
  WHERE Timestamp >= rangeFrom AND Timestamp < rangeTo AND session != ''
    AND (SessionId = assumeNotNull(session) OR (TraceId != '' AND TraceId GLOBAL IN (
      SELECT TraceId FROM transactions
      WHERE Timestamp >= rangeFrom AND Timestamp < rangeTo AND SessionId = assumeNotNull(session))))
    AND (Shape = 'log' OR Same GLOBAL NOT IN (
      SELECT Same FROM exceptions WHERE Timestamp >= rangeFrom - 600 AND Timestamp < rangeTo + 600 AND Shape = 'log'))
)
ORDER BY at DESC, kind, spanId
LIMIT {limit:UInt32}
