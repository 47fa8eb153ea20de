-- One row per span that a search finds. By time or duration, from the greatest or from the least, then by id.
--   fromNs, toNs       Unix nanoseconds, half-open: when the span began
--   by                 'start' or 'duration'
--   rising             1 from the least, 0 from the greatest
--   afterNs, afterId   after this place: nanoseconds of what it is sorted by, and id; '' from the beginning
--   hidden             services that are left out
--   limit              1 to 1000
-- The search stands where a comment says so, with parameters of its own.
WITH
  if({by:String} = 'duration', toInt64(DurationNs), toUnixTimestamp64Nano(Timestamp)) AS value,
  if({rising:UInt8} = 1, value, -value) AS place,
  if({rising:UInt8} = 1, {afterNs:Int64}, -{afterNs:Int64}) AS after,
  leftPad(lower(hex(Id)), 16, '0') AS id
SELECT
  id,
  toString(toUnixTimestamp64Nano(Timestamp)) AS startNs,
  toString(DurationNs) AS durationNs,
  TraceId AS traceId,
  SpanId AS spanId,
  ServiceName AS service,
  substringUTF8(SpanName, 1, 300) AS name,
  SpanKind AS kind,
  StatusCode = 'Error' AS failed,
  substringUTF8(StatusMessage, 1, 300) AS statusMessage,
  Route AS route,
  HttpStatus AS httpStatus
FROM otel_traces
WHERE toStartOfFiveMinutes(Timestamp) >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({fromNs:Int64}))
  AND Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
  AND ({afterId:String} = '' OR place > after OR (place = after AND id > {afterId:String}))
  AND ServiceName NOT IN {hidden:Array(String)}
  AND (/* search */ 1)
ORDER BY place, id
LIMIT 1 BY id
LIMIT {limit:UInt32}
