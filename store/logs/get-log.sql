-- One row for a log record, or none. If a record was delivered again with a later outcome, the row has that.
--   atNs   Unix nanoseconds
--   id     16 hex digits
--   chars  maximum of the body and of each attribute
--   limit  1
SELECT
  leftPad(lower(hex(Id)), 16, '0') AS id,
  toString(toUnixTimestamp64Nano(Timestamp)) AS atNs,
  Severity AS severityNumber,
  SeverityText AS severityText,
  ServiceName AS service,
  {{is_browser}} AS isBrowser,
  TraceId AS traceId,
  SpanId AS spanId,
  EventName AS eventName,
  ScopeName AS scope,
  substringUTF8(Body, 1, {chars:UInt32}) AS body,
  mapApply((name, value) -> (name, substringUTF8(value, 1, {chars:UInt32})), LogAttributes) AS attributes,
  mapApply((name, value) -> (name, substringUTF8(value, 1, {chars:UInt32})), ResourceAttributes) AS resource
FROM otel_logs
WHERE toStartOfFiveMinutes(Timestamp) = toStartOfFiveMinutes(fromUnixTimestamp64Nano({atNs:Int64}))
  AND Timestamp = fromUnixTimestamp64Nano({atNs:Int64}) AND id = {id:String}
ORDER BY Severity DESC
LIMIT {limit:UInt32}
