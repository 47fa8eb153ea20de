-- One row per exception with this digest, of the last ten minutes in which there was any. Newest first, then by id.
--   digest
--   limit   1 to 100
-- The table of digests tells the time of the newest, which spares a search of all days. That may be the time of an event, whose log is older:
-- an event counts only where no log has its DedupeKey, and logs are looked for ten minutes before as well.
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
