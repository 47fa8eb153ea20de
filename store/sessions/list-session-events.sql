-- One row per step of a session: a transaction, a request, a log record or an exception that bears it, and the exceptions of its traces
-- that bear none, as those of servers do. Oldest first, then by id.
--   sessionId
--   afterNs, afterId  after this place: Unix nanoseconds and 16 hex digits
--   limit             1 to 1000
-- By identity, as list-sessions. An event counts only where no log tells of the same. How much a page made, it says of itself and not of the visit.
WITH
  fromUnixTimestamp64Nano({afterNs:Int64}) AS after,
  reinterpretAsUInt64(reverse(left(unhex({afterId:String}), 8))) AS afterStep,
  traces AS (SELECT DISTINCT TraceId FROM session_steps WHERE SessionId = {sessionId:String} AND TraceId != '')
SELECT
  leftPad(lower(hex(id)), 16, '0') AS id,
  toString(toUnixTimestamp64Nano(at)) AS atNs,
  kind, service, route, name, traceId, spanId,
  toString(lasted) AS durationNs,
  isRoot, failed, attributes
FROM (
  SELECT
    Timestamp AS at, Id AS id, Kind::String AS kind, ServiceName::String AS service, Route::String AS route, Name::String AS name,
    TraceId AS traceId, SpanId AS spanId, Duration AS lasted, IsRoot AS isRoot, Failed AS failed, Details AS attributes
  FROM session_steps
  WHERE SessionId = {sessionId:String} AND (Timestamp > after OR (Timestamp = after AND Id > afterStep)) AND Name != 'errata.telemetry.made'
    AND (NOT IsEvent OR DedupeKey GLOBAL NOT IN (
      SELECT DedupeKey FROM session_steps WHERE SessionId = {sessionId:String} AND Kind = 'exception' AND NOT IsEvent))
  UNION ALL
  SELECT at, id, kind, service, route, name, traceId, spanId, lasted, isRoot, failed, attributes
  FROM (
    SELECT
      Timestamp AS at, Id AS id, 'exception' AS kind, ServiceName::String AS service, Route::String AS route, Type::String AS name,
      TraceId AS traceId, SpanId AS spanId, 0 AS lasted, 0 AS isRoot, 1 AS failed,
      CAST(map('message', left(Message, 1024), 'issue', Issue::String) AS Map(LowCardinality(String), String)) AS attributes,
      Source = 'event' AND max(Source = 'log') OVER (PARTITION BY DedupeKey) AS repeats
    FROM exceptions
    WHERE toStartOfFiveMinutes(Timestamp) GLOBAL IN (SELECT Bucket FROM trace_index WHERE Fact = '' AND Trace GLOBAL IN (SELECT sipHash64(TraceId) FROM traces))
      AND TraceId GLOBAL IN (SELECT TraceId FROM traces) AND SessionId = ''
  )
  WHERE NOT repeats AND (at > after OR (at = after AND id > afterStep))
)
ORDER BY at, id
LIMIT 1 BY at, id
LIMIT {limit:UInt32}
