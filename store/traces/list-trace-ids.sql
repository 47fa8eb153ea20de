-- One row per candidate of a trace list without filters: the first step of list-traces, which then reads these traces
-- completely. Newest first by the start of a part that may have the root, then by trace id.
--   fromNs             Unix nanoseconds: nothing older
--   beforeNs, afterId  the cursor: Unix nanoseconds and trace id
--   hidden             services whose roots to leave out
--   limit              1 to 1000
-- A trace has several rows, in different times and until they are merged, and each knows only the root candidate of its
-- own part. The row with the trace's root is among those found here, and its time is the trace's position in the list,
-- so none is missed. Filters are only in list-sorted-trace-ids: planning them costs as much as this query.
SELECT TraceId AS id, toString(toUnixTimestamp64Nano(start)) AS atNs
FROM (
  SELECT TraceId, Root.Start AS start
  FROM trace_parts
  WHERE Bucket >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({fromNs:Int64}))
    AND Bucket <= fromUnixTimestamp64Nano({beforeNs:Int64})
    AND Root.Start >= fromUnixTimestamp64Nano({fromNs:Int64})
    AND (Root.Start < fromUnixTimestamp64Nano({beforeNs:Int64})
      OR (Root.Start = fromUnixTimestamp64Nano({beforeNs:Int64}) AND TraceId > {afterId:String}))
    AND Root.Rank < 255
    AND Root.Service NOT IN {hidden:Array(String)}
)
ORDER BY start DESC, id
LIMIT 1 BY id
LIMIT {limit:UInt32}
