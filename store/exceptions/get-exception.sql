-- One row, an exception with everything that is stored about it; no row if there is none.
--   id    16 hex digits
--   atNs  Unix nanoseconds of the exception
--   limit 1
SELECT
  leftPad(lower(hex(Id)), 16, '0') AS id,
  toString(toUnixTimestamp64Nano(Timestamp)) AS atNs,
  Source AS shape,
  Issue AS issue,
  Type AS type,
  Message AS message,
  ServiceName AS service,
  IsBrowser AS isBrowser,
  Route AS route,
  Release AS release,
  Digest AS digest,
  TraceId AS traceId,
  SpanId AS spanId,
  SessionId AS sessionId,
  {{user}} AS userId,
  Environment AS environment,
  Stacktrace AS stacktrace,
  Causes AS causes,
  Attributes AS attributes,
  {{original_time}} AS originalTime,
  ResourceAttributes AS resource,
  FingerprintOverride != '' AS issueIsGiven,
  tupleElement(Grouping, 'functions') AS functions,
  tupleElement(Grouping, 'causes') AS causeFunctions,
  tupleElement(Grouping, 'types') AS causeTypes,
  tupleElement(Grouping, 'message') AS comparedMessage
FROM exceptions
WHERE Timestamp = fromUnixTimestamp64Nano({atNs:Int64})
  AND Id = reinterpretAsUInt64(reverse(unhex({id:String})))
ORDER BY Source, Id
LIMIT {limit:UInt32}
