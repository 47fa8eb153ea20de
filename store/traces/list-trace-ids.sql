-- One row per trace that may be in a list without filters: the first step of list-traces, which looks at each of them whole.
-- Newest first by when a part of it began that looks like its root, then by trace id.
--   fromNs             Unix nanoseconds: of nothing older
--   beforeNs, afterId  after this place: Unix nanoseconds and trace id
--   hidden             services whose roots are left out
--   limit              1 to 1000
-- The rows of a trace lie apart, in time and until they are merged, and each knows the least root of its own part only. The row with
-- the trace's own root is among those found here, and where it lies is where the trace stands in the list; so nothing is missed.
-- Filters are in list-sorted-trace-ids alone: to plan them costs as much as this.
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
