-- One row per exception and shape in a list that is not sorted newest first, with the columns of list-exceptions. In
-- list order.
--   fromNs, toNs       Unix nanoseconds, half-open
--   by                 'time' (oldest first), 'type', 'service', 'route' or 'release' (its first 100 characters), and
--                      of one text newest first
--   rising             of a text: 1 from A to Z, 0 from Z to A
--   afterText, afterNs, afterId  after this place: what it is sorted by, Unix nanoseconds, 16 hex digits; '' from the
--                                beginning
--   service, hidden, environment, release, issue, route, side  as in list-exceptions
--   limit              1 to 1000
-- Code inserts search (insert-expressions.ts).
SELECT
  leftPad(lower(hex(Id)), 16, '0') AS id,
  toString(toUnixTimestamp64Nano(Timestamp)) AS atNs,
  leftUTF8(multiIf({by:String} = 'type', Type, {by:String} = 'service', ServiceName, {by:String} = 'route', Route,
    {by:String} = 'release', Release, '')::String, 100) AS sortedBy,
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
  FROM (
    SELECT
      Timestamp,
      Id,
      leftUTF8(multiIf({by:String} = 'type', Type, {by:String} = 'service', ServiceName, {by:String} = 'route', Route,
        {by:String} = 'release', Release, '')::String, 100) AS sortedBy,
      if({by:String} = 'time', -1, 1) * toUnixTimestamp64Nano(Timestamp) AS recency,
      if({by:String} = 'time', -1, 1) * {afterNs:Int64} AS afterRecency
    FROM exceptions FINAL
    WHERE Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
      AND ({service:String} = '' OR ServiceName = {service:String})
      AND ServiceName NOT IN {hidden:Array(String)}
      AND ({environment:String} = '' OR Environment = {environment:String})
      AND ({release:String} = '' OR Release = {release:String})
      AND ({issue:String} = '' OR Issue = {issue:String})
      AND ({route:String} = '' OR Route = {route:String})
      AND ({side:String} = '' OR IsBrowser = ({side:String} = 'browser'))
      AND ({{search: 1}})
  )
  WHERE {afterId:String} = '' OR if({rising:UInt8} = 1, sortedBy > {afterText:String}, sortedBy < {afterText:String})
    OR (sortedBy = {afterText:String} AND (recency < afterRecency OR (recency = afterRecency
      AND Id > reinterpretAsUInt64(reverse(unhex({afterId:String}))))))
  ORDER BY if({rising:UInt8} = 1, sortedBy, ''), if({rising:UInt8} = 1, '', sortedBy) DESC, recency DESC, Id
  LIMIT {limit:UInt32}
)
ORDER BY if({rising:UInt8} = 1, sortedBy, ''), if({rising:UInt8} = 1, '', sortedBy) DESC,
  if({by:String} = 'time', -1, 1) * toUnixTimestamp64Nano(Timestamp) DESC, Id
LIMIT 1 BY Issue, Id
LIMIT {limit:UInt32}
