-- One row per event of a session: a transaction, a request, a log record or an exception with its id, and the
-- exceptions of its traces without a session id, which servers report. Oldest first, then by id.
--   sessionId
--   afterNs, afterId  the cursor: Unix nanoseconds and 16 hex digits
--   limit             1 to 1000
-- Grouped by identity, as in list-sessions. A span event counts only if no log record has its DedupeKey.
-- errata.telemetry.made, which older versions of @errata/otel send, is about the telemetry, not the visit.
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
    Timestamp AS at, Id AS id, Kind::String AS kind, ServiceName::String AS service, Route::String AS route,
    Name::String AS name,
    TraceId AS traceId, SpanId AS spanId, Duration AS lasted, IsRoot AS isRoot, Failed AS failed, Details AS attributes
  FROM session_steps
  WHERE SessionId = {sessionId:String} AND (Timestamp > after OR (Timestamp = after AND Id > afterStep))
    AND Name != 'errata.telemetry.made'
    AND Kind != 'exception'
  UNION ALL
  SELECT
    Timestamp, Id, 'exception', ServiceName::String, Route::String, Type::String, TraceId, SpanId, 0, 0,
    SessionId = '' OR {{unhandled}},
    mapApply((key, value) -> (key, left(value, 4096)),
      mapFilter((key, value) -> key IN ('message', 'issue', 'errata.user_actions', 'errata.exception.source')
        -- The page of a record; of a span event it is what the span called.
        OR (key = 'url.full' AND Source = 'log'),
    mapUpdate(Attributes, map('message'::LowCardinality(String), Message, 'issue', Issue::String))))
  FROM (
    SELECT *, Source = 'event' AND max(Source = 'log') OVER (PARTITION BY DedupeKey) AS repeats
    FROM (
      SELECT * FROM exceptions WHERE SessionId = {sessionId:String}
      UNION ALL
      SELECT * FROM exceptions
      WHERE toStartOfFiveMinutes(Timestamp) GLOBAL IN (SELECT Bucket FROM trace_index
        WHERE Fact = '' AND Trace GLOBAL IN (SELECT sipHash64(TraceId) FROM traces))
        AND TraceId GLOBAL IN (SELECT TraceId FROM traces) AND SessionId = ''
    )
    ORDER BY Timestamp
    LIMIT 1 BY Issue, Id
  )
  WHERE NOT repeats AND (Timestamp > after OR (Timestamp = after AND Id > afterStep))
)
ORDER BY at, id
LIMIT 1 BY at, id
LIMIT {limit:UInt32}
