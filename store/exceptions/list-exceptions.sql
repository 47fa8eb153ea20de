-- One row per exception, whichever shapes it arrived in. Newest first, then by id.
--   fromNs, toNs  Unix nanoseconds, half-open
--   service       '' for every service
--   issue         '' for every issue
--   route         '' for every route
--   text          '' for everything, else a part of type or message, in any case
--   limit         1 to 500
-- An event counts only where no log has its Same; logs are looked for ten minutes around the range as well.
WITH
  fromUnixTimestamp64Nano({fromNs:Int64}) AS rangeFrom,
  fromUnixTimestamp64Nano({toNs:Int64}) AS rangeTo
SELECT
  leftPad(lower(hex(Id)), 16, '0') AS id,
  toString(toUnixTimestamp64Nano(Timestamp)) AS atNs,
  Shape AS shape,
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
FROM exceptions FINAL
WHERE Timestamp >= rangeFrom AND Timestamp < rangeTo
  AND ({service:String} = '' OR ServiceName = {service:String})
  AND ({issue:String} = '' OR Issue = {issue:String})
  AND ({route:String} = '' OR Route = {route:String})
  AND ({text:String} = '' OR positionCaseInsensitiveUTF8(Type, {text:String}) > 0
    OR positionCaseInsensitiveUTF8(Message, {text:String}) > 0)
  AND (Shape = 'log' OR Same GLOBAL NOT IN (
    SELECT Same
    FROM exceptions
    WHERE Timestamp >= rangeFrom - 600 AND Timestamp < rangeTo + 600 AND Shape = 'log'
      AND ({service:String} = '' OR ServiceName = {service:String})
      AND Same GLOBAL IN (
        SELECT Same FROM exceptions WHERE Timestamp >= rangeFrom AND Timestamp < rangeTo AND Shape = 'event')
  ))
ORDER BY Timestamp DESC, Id
LIMIT {limit:UInt32}
