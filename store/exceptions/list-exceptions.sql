-- One row per exception and shape in a window of a list: log records, and span events, even those that a log record
-- repeats. Newest first, then by id.
--   fromNs             Unix nanoseconds: nothing older
--   beforeNs, afterId  the cursor: Unix nanoseconds and at least 16 hex digits
--   service            '' for every service
--   hidden             services left out
--   environment        '' for every one
--   release            '' for every one
--   issue              '' for every issue
--   route              '' for every route
--   side               '' for both, else 'browser' or 'server'
--   limit              1 to 1000
-- Code inserts search (insert-expressions.ts).
-- First which ones, by narrow columns, then those alone with their words. By identity, which takes half of what FINAL
-- takes.
SELECT
  leftPad(lower(hex(Id)), 16, '0') AS id,
  toString(toUnixTimestamp64Nano(Timestamp)) AS atNs,
  Source AS shape,
  toString(DedupeKey) AS same,
  Issue AS issue,
  Type AS type,
  left(Message, 2048) AS message,
  ServiceName AS service,
  Route AS route,
  Release AS release,
  Digest AS digest,
  TraceId AS traceId,
  SpanId AS spanId,
  SessionId AS sessionId,
  {{original_time}} AS originalTime,
  tupleElement(Grouping, 'functions')[1] AS function
FROM exceptions
WHERE (Timestamp, Id) GLOBAL IN (
  SELECT Timestamp, Id
  FROM exceptions
  WHERE Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64})
    AND (Timestamp < fromUnixTimestamp64Nano({beforeNs:Int64}) OR (Timestamp = fromUnixTimestamp64Nano({beforeNs:Int64})
      AND Id > reinterpretAsUInt64(reverse(left(unhex({afterId:String}), 8)))))
    AND ({service:String} = '' OR ServiceName = {service:String})
    AND ServiceName NOT IN {hidden:Array(String)}
    AND ({environment:String} = '' OR Environment = {environment:String})
    AND ({release:String} = '' OR Release = {release:String})
    AND ({issue:String} = '' OR Issue = {issue:String})
    AND ({route:String} = '' OR Route = {route:String})
    AND ({side:String} = '' OR IsBrowser = ({side:String} = 'browser'))
    AND ({{search: 1}})
  -- First by the table's key, so that reading ends once the page is full.
  ORDER BY toStartOfFiveMinutes(Timestamp) DESC, Timestamp DESC, Id
  LIMIT 1 BY Issue, Id
  LIMIT {limit:UInt32}
)
ORDER BY Timestamp DESC, Id
LIMIT 1 BY Issue, Id
LIMIT {limit:UInt32}
