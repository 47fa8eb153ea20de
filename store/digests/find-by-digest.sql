-- One row per exception with this digest, with everything that is kept of it. Newest first, then by id.
--   digest
--   withinSeconds  how far before the newest to look
--   limit          1 to 100
-- The table of digests tells the time of the newest, which spares a search of all days; where it knows nothing, all are
-- searched. First which ones, by narrow columns, then those alone with their stacks. An event counts only where no log has its
-- DedupeKey; the two may be some minutes apart, so logs are looked for a little before the range as well.
WITH (SELECT max(LastSeen) FROM digests WHERE Digest = {digest:String}) - {withinSeconds:UInt32} AS since
SELECT
  leftPad(lower(hex(Id)), 16, '0') AS id,
  toString(toUnixTimestamp64Nano(Timestamp)) AS atNs,
  Source AS shape,
  Issue AS issue,
  Type AS type,
  Message AS message,
  ServiceName AS service,
  Route AS route,
  Release AS release,
  Digest AS digest,
  TraceId AS traceId,
  SpanId AS spanId,
  SessionId AS sessionId,
  Environment AS environment,
  Stacktrace AS stacktrace,
  Causes AS causes,
  Attributes AS attributes,
  ResourceAttributes AS resource,
  FingerprintOverride != '' AS issueIsGiven,
  Normalised AS normalisedMessage,
  Functions AS functions
FROM exceptions
WHERE (Timestamp, Id) GLOBAL IN (
    SELECT Timestamp, Id
    FROM (
      SELECT Timestamp, Id, Source, max(Source = 'log') OVER (PARTITION BY DedupeKey) AS hasLog
      FROM exceptions
      WHERE Digest = {digest:String} AND Timestamp >= since - 600
    )
    WHERE Timestamp >= since AND (Source = 'log' OR NOT hasLog)
    ORDER BY Timestamp DESC, Id
    LIMIT 1 BY Id
    LIMIT {limit:UInt32}
  )
ORDER BY Timestamp DESC, Id
LIMIT 1 BY Id
LIMIT {limit:UInt32}
