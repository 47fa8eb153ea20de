-- One row per log record that matches a search. By time, newest first, then by id; or exactly the other way round.
--   fromNs, toNs      Unix nanoseconds, half-open
--   rising            1 for the other way round
--   afterNs, afterId  the cursor: Unix nanoseconds and id; '' for the first page
--   hidden            services to leave out
--   columns           attributes of the record or its resource to show
--   chars             maximum of the body and of each attribute
--   limit             1 to 1000
-- Code inserts search (insert-expressions.ts).
WITH
  if({rising:UInt8} = 1, toUnixTimestamp64Nano(Timestamp), -toUnixTimestamp64Nano(Timestamp)) AS place,
  if({rising:UInt8} = 1, {afterNs:Int64}, -{afterNs:Int64}) AS after,
  if({rising:UInt8} = 1, bitNot(Id), Id) AS place_id,
  toStartOfFiveMinutes(Timestamp) AS bucket,
  leftPad(lower(hex(Id)), 16, '0') AS id,
  concat(EventName, '.') AS prefix,
  '^(errata\\.|session\\.|(end)?user\\.|log\\.|event\\.|exception\\.|url\\.|browser\\.web_vital\\.(id|delta|navigation_type)$)' AS omitted,
  mapFilter((name, value) -> NOT match(name, omitted) AND length(value) <= 100, LogAttributes) AS shown
SELECT
  id,
  toString(toUnixTimestamp64Nano(Timestamp)) AS atNs,
  Severity AS severityNumber,
  ServiceName AS service,
  {{is_browser}} AS isBrowser,
  TraceId AS traceId,
  SpanId AS spanId,
  {{log_session}} AS sessionId,
  {{log_user}} AS user,
  EventName AS eventName,
  -- Records without a body show their attributes, such as a web vital's name and value. Names lose the event's name in
  -- front.
  substringUTF8(multiIf(Body != '', {{log_message}}, LogAttributes['exception.message'] != '', LogAttributes['exception.message'],
    arrayStringConcat(arrayMap((name,
      value) -> concat(if(startsWith(name, prefix), substring(name, length(prefix) + 1), name), '=', value),
      mapKeys(shown), mapValues(shown)), ' ')), 1, {chars:UInt32}) AS body,
  LogAttributes['exception.type'] AS exceptionType,
  {{log_original_time}} AS originalTime,
  arrayMap(name ->
    substringUTF8(if(mapContains(LogAttributes, name), LogAttributes[name], ResourceAttributes[name]), 1,
      {chars:UInt32}),
    {columns:Array(String)}) AS columns,
  -- The name, value and rating of a web vital.
  if(EventName = 'browser.web_vital' AND Body = '',
    arrayMap(name -> substringUTF8(LogAttributes[concat('browser.web_vital.', name)], 1, {chars:UInt32}),
    ['name', 'value', 'rating']), []) AS vital
FROM otel_logs
-- The rows of the page by their keys: LIMIT BY sorts all that match, whose texts may be gigabytes.
WHERE (toStartOfFiveMinutes(Timestamp), ServiceName, Timestamp, Id) GLOBAL IN (
  SELECT toStartOfFiveMinutes(Timestamp), ServiceName, Timestamp, Id
  FROM otel_logs
  WHERE toStartOfFiveMinutes(Timestamp) >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({fromNs:Int64}))
    AND Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
    AND ({afterId:String} = '' OR place > after
      OR (place = after AND if({rising:UInt8} = 1, id < {afterId:String}, id > {afterId:String})))
    AND ServiceName NOT IN {hidden:Array(String)}
    AND ({{search: 1}})
  -- First in the order of the table's key, so that reading ends once the page is full.
  ORDER BY if({rising:UInt8} = 1, bucket, toDateTime(0)), bucket DESC, place, place_id, Severity DESC
  LIMIT 1 BY id
  LIMIT {limit:UInt32}
)
  AND ({{search: 1}})
ORDER BY place, place_id, Severity DESC
LIMIT 1 BY id
LIMIT {limit:UInt32}
