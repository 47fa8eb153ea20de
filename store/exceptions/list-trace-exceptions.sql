-- One row per exception of a trace, in whichever shape it arrived. Oldest first, then by id.
--   traceId
--   limit    1 to 1000
-- An event counts only if no log record has its DedupeKey.
SELECT
  leftPad(lower(hex(Id)), 16, '0') AS id,
  toString(toUnixTimestamp64Nano(Timestamp)) AS atNs,
  Source AS shape,
  Issue AS issue,
  Type AS type,
  left(Message, 2048) AS message,
  ServiceName AS service,
  Route AS route,
  Release AS release,
  Digest AS digest,
  TraceId AS traceId,
  SpanId AS spanId,
  SessionId AS sessionId
FROM (
  SELECT *, Issue, max(Source = 'log') OVER (PARTITION BY DedupeKey) AS hasLog
  FROM exceptions
  WHERE TraceId = {traceId:String}
)
WHERE Source = 'log' OR NOT hasLog
ORDER BY Timestamp, Id
LIMIT 1 BY Issue, Id
LIMIT {limit:UInt32}
