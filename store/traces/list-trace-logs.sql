-- One row per log record of a trace; of one that was sent again with its outcome, what it turned out to be. Oldest
-- first, then by id.
--   traceId
--   id       of one record, 16 hex digits; '' for every one
--   chars    of its message, its body and each attribute: what is longer is cut
-- jsonBody: the body as it was sent, '' where it is the message.
--   limit    1 to 5000
SELECT
  leftPad(lower(hex(Id)), 16, '0') AS id,
  toString(toUnixTimestamp64Nano(Timestamp)) AS atNs,
  SpanId AS spanId,
  ServiceName AS service,
  {{is_browser}} AS isBrowser,
  Severity AS severityNumber,
  SeverityText AS severityText,
  EventName AS eventName,
  substringUTF8({{log_message}}, 1, {chars:UInt32}) AS message,
  greatest(toInt64(lengthUTF8({{log_message}})) - {chars:UInt32}, 0)::UInt32 AS messageRest,
  if(Body = {{log_message}}, '', substringUTF8(Body, 1, {chars:UInt32})) AS jsonBody,
  mapApply((name, value) -> (name, substringUTF8(value, 1, {chars:UInt32})), LogAttributes) AS attributes,
  lengthUTF8(Body) > {chars:UInt32} OR arrayExists(value -> lengthUTF8(value) > {chars:UInt32}, mapValues(LogAttributes)) AS isCut
FROM otel_logs
WHERE TraceId = {traceId:String}
  AND ({id:String} = '' OR id = {id:String})
  AND toStartOfFiveMinutes(Timestamp) GLOBAL IN (SELECT Bucket FROM trace_index
    WHERE Fact = '' AND Trace = sipHash64({traceId:String}))
ORDER BY Timestamp, Id, Severity DESC
LIMIT 1 BY Id
LIMIT {limit:UInt32}
