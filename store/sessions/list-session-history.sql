-- One row per event of a session in a range: a transaction, a request, a log record or an exception with its id, and
-- the exceptions of its traces without a session id, which servers report. Newest first, then by id.
--   sessionId     '' for that of the trace
--   traceId       '' for none
--   fromNs, toNs  Unix nanoseconds, half-open
--   limit         1 to 500
-- A span event counts only if no log record has its DedupeKey; log records are searched in ten more minutes on both
-- sides of the range.
WITH
  fromUnixTimestamp64Nano({fromNs:Int64}) AS rangeFrom,
  fromUnixTimestamp64Nano({toNs:Int64}) AS rangeTo,
  if({sessionId:String} != '', {sessionId:String}, assumeNotNull((
    SELECT max(Session)
    FROM trace_parts
    WHERE TraceId = {traceId:String}
      AND Bucket GLOBAL IN (SELECT Bucket FROM trace_index WHERE Fact = '' AND Trace = sipHash64({traceId:String}))
  ))) AS session,
  traces AS (
    SELECT DISTINCT TraceId FROM session_steps
    WHERE SessionId = session AND session != '' AND TraceId != '' AND Timestamp >= rangeFrom AND Timestamp < rangeTo)
SELECT
  session AS sessionId,
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
  WHERE SessionId = session AND session != '' AND Kind != 'exception' AND Timestamp >= rangeFrom AND Timestamp < rangeTo
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
    FROM exceptions
    WHERE Timestamp >= rangeFrom - 600 AND Timestamp < rangeTo + 600
      AND ((SessionId = session AND session != '')
        OR (SessionId = '' AND TraceId GLOBAL IN (SELECT TraceId FROM traces)
          AND toStartOfFiveMinutes(Timestamp) GLOBAL IN (SELECT Bucket FROM trace_index
            WHERE Fact = '' AND Trace GLOBAL IN (SELECT sipHash64(TraceId) FROM traces))))
    ORDER BY Timestamp
    LIMIT 1 BY Issue, Id
  )
  WHERE NOT repeats AND Timestamp >= rangeFrom AND Timestamp < rangeTo
)
ORDER BY at DESC, id
LIMIT 1 BY at, id
LIMIT {limit:UInt32}
