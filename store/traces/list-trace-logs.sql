-- One row per log record of a trace; of one that was sent again with its outcome, what it turned out to be. Oldest first, then by id.
--   traceId
--   limit    1 to 5000
SELECT
  leftPad(lower(hex(Id)), 16, '0') AS id,
  toString(toUnixTimestamp64Nano(Timestamp)) AS atNs,
  SpanId AS spanId,
  ServiceName AS service,
  SeverityNumber AS severityNumber,
  SeverityText AS severityText,
  EventName AS eventName,
  Body AS body,
  LogAttributes AS attributes
FROM otel_logs
WHERE TraceId = {traceId:String}
  AND toStartOfFiveMinutes(Timestamp) GLOBAL IN (SELECT Bucket FROM trace_index WHERE TraceId = {traceId:String})
ORDER BY Timestamp, Id, SeverityNumber DESC
LIMIT 1 BY Id
LIMIT {limit:UInt32}
