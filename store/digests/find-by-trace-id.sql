-- One row per exception of this trace, with everything that is kept of it. Newest first, then by id.
--   traceId
--   limit    1 to 100
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
  tupleElement(Grouping, 'functions') AS functions,
  tupleElement(Grouping, 'causes') AS causeFunctions,
  tupleElement(Grouping, 'types') AS causeTypes,
  tupleElement(Grouping, 'message') AS comparedMessage
FROM exceptions
WHERE TraceId = {traceId:String}
  AND (Source = 'log' OR DedupeKey GLOBAL NOT IN (SELECT DedupeKey FROM exceptions WHERE TraceId = {traceId:String} AND Source = 'log'))
ORDER BY Timestamp DESC, Id
LIMIT 1 BY Issue, Id
LIMIT {limit:UInt32}
