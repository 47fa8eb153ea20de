-- One row per exception with this digest, from the last ten minutes in which there was any. Newest first, then by id.
--   digest
--   limit   1 to 100
-- The table of digests has the time of the newest, so not all days are searched. That may be the time of a span event
-- whose log record is older: an event counts only if no log record has its DedupeKey, so the ten minutes before are
-- read too.
WITH (SELECT max(LastSeen) FROM digests WHERE Digest = {digest:String}) - 600 AS since
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
  SELECT *, max(Source = 'log') OVER (PARTITION BY DedupeKey) AS hasLog
  FROM exceptions
  WHERE Digest = {digest:String} AND Timestamp >= since - 600
)
WHERE Timestamp >= since AND (Source = 'log' OR NOT hasLog)
ORDER BY Timestamp DESC, Id
LIMIT 1 BY Issue, Id
LIMIT {limit:UInt32}
