-- One row per log record that a search finds. By time, newest or oldest first, then by id.
--   fromNs, toNs      Unix nanoseconds, half-open
--   rising            1 for the oldest first
--   afterNs, afterId  after this place: Unix nanoseconds, and id; '' from the beginning
--   hidden            services that are left out
--   columns           attributes of the record, or of its resource, that are shown
--   chars             of the body and of each attribute: what is longer is cut
--   limit             1 to 1000
-- The search stands where a comment says so, with parameters of its own.
WITH
  if({rising:UInt8} = 1, toUnixTimestamp64Nano(Timestamp), -toUnixTimestamp64Nano(Timestamp)) AS place,
  if({rising:UInt8} = 1, {afterNs:Int64}, -{afterNs:Int64}) AS after,
  leftPad(lower(hex(Id)), 16, '0') AS id,
  mapFilter((name, value) -> NOT match(name, '^(errata\\.|session\\.|user\\.|log\\.|event\\.|exception\\.|url\\.)') AND length(value) <= 100, LogAttributes) AS told
SELECT
  id,
  toString(toUnixTimestamp64Nano(Timestamp)) AS atNs,
  SeverityNumber AS severityNumber,
  SeverityText AS severityText,
  ServiceName AS service,
  TraceId AS traceId,
  SpanId AS spanId,
  EventName AS eventName,
  -- What has no text is told by its attributes: a web vital by its name and value.
  substringUTF8(multiIf(Body != '', Body, LogAttributes['exception.message'] != '', LogAttributes['exception.message'],
    arrayStringConcat(arrayMap((name, value) -> concat(name, '=', value), mapKeys(told), mapValues(told)), ' ')), 1, {chars:UInt32}) AS body,
  LogAttributes['exception.type'] AS exceptionType,
  arrayMap(name -> substringUTF8(if(mapContains(LogAttributes, name), LogAttributes[name], ResourceAttributes[name]), 1, {chars:UInt32}),
    {columns:Array(String)}) AS columns
FROM otel_logs
WHERE toStartOfFiveMinutes(Timestamp) >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({fromNs:Int64}))
  AND Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
  AND ({afterId:String} = '' OR place > after OR (place = after AND id > {afterId:String}))
  AND ServiceName NOT IN {hidden:Array(String)}
  AND (/* search */ 1)
ORDER BY place, id, SeverityNumber DESC
LIMIT 1 BY id
LIMIT {limit:UInt32}
