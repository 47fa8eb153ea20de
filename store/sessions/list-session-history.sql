-- One row per step of a session in a stretch of time: a transaction, a request, a log record or an exception that bears it, and the
-- exceptions of its traces that bear none, as those of servers do. Newest first, then by id.
--   sessionId     '' for that of the trace
--   traceId       '' for none
--   fromNs, toNs  Unix nanoseconds, half-open
--   limit         1 to 500
-- An event counts only where no log tells of the same; logs are looked for ten minutes around the range as well.
WITH
  fromUnixTimestamp64Nano({fromNs:Int64}) AS rangeFrom,
  fromUnixTimestamp64Nano({toNs:Int64}) AS rangeTo,
  if({sessionId:String} != '', {sessionId:String}, assumeNotNull((
    SELECT max(Session)
    FROM trace_parts
    WHERE TraceId = {traceId:String} AND Bucket GLOBAL IN (SELECT Bucket FROM trace_index WHERE Fact = '' AND Trace = sipHash64({traceId:String}))
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
  SELECT *, isEvent AND max(kind = 'exception' AND NOT isEvent) OVER (PARTITION BY kind, same) AS repeats
  FROM (
    SELECT
      Timestamp AS at, Id AS id, Kind::String AS kind, IsEvent AS isEvent, DedupeKey AS same, ServiceName::String AS service,
      Route::String AS route, Name::String AS name, TraceId AS traceId, SpanId AS spanId, Duration AS lasted, IsRoot AS isRoot,
      Failed AS failed, Details AS attributes
    FROM session_steps
    WHERE SessionId = session AND session != '' AND Timestamp >= rangeFrom - 600 AND Timestamp < rangeTo + 600
    UNION ALL
    SELECT
      Timestamp AS at, Id AS id, 'exception' AS kind, Source = 'event' AS isEvent, DedupeKey AS same, ServiceName::String AS service,
      Route::String AS route, Type::String AS name, TraceId AS traceId, SpanId AS spanId, 0 AS lasted, 0 AS isRoot, 1 AS failed,
      CAST(map('message', left(Message, 1024), 'issue', Issue::String) AS Map(LowCardinality(String), String)) AS attributes
    FROM exceptions
    WHERE Timestamp >= rangeFrom - 600 AND Timestamp < rangeTo + 600
      AND toStartOfFiveMinutes(Timestamp) GLOBAL IN (SELECT Bucket FROM trace_index WHERE Fact = '' AND Trace GLOBAL IN (SELECT sipHash64(TraceId) FROM traces))
      AND TraceId GLOBAL IN (SELECT TraceId FROM traces) AND SessionId = ''
  )
)
WHERE at >= rangeFrom AND at < rangeTo AND NOT repeats
ORDER BY at DESC, id
LIMIT 1 BY at, id
LIMIT {limit:UInt32}
