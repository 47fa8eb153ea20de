-- One row per trace that may be in a list: the first step of list-traces, which looks at each of them whole.
-- Newest first by when a part of it began that looks like its root, then by trace id.
--   fromNs             Unix nanoseconds: of nothing older
--   beforeNs, afterId  after this place: Unix nanoseconds and trace id
--   route              '' for every route, else the root's
--   minDurationNs      of the root; 0 for every duration
--   maxDurationNs      of the root, which is shorter; 0 for every duration
--   httpStatus         of the root; 0 for every one
--   hidden             services whose roots are left out
--   environment        '' for every one, else the root's
--   release            '' for every one, else the root's
--   limit              1 to 1000
-- The search stands where a comment says so, with parameters of its own.
-- The rows of a trace lie apart, in time and until they are merged, and each knows the least root of its own part only. The row with
-- the trace's own root is among those found here, and where it lies is where the trace stands in the list; so nothing is missed.
-- What a span or a transaction of the trace has to be: list-sorted-trace-ids. To plan those filters costs as much as this.
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
    AND ({environment:String} = '' OR Root.Environment = {environment:String}) AND ({release:String} = '' OR Root.Release = {release:String})
    AND ({route:String} = '' OR Root.Route = {route:String})
    AND Root.Duration >= {minDurationNs:UInt64}
    AND ({maxDurationNs:UInt64} = 0 OR Root.Duration < {maxDurationNs:UInt64})
    AND ({httpStatus:UInt32} = 0 OR Root.Status = {httpStatus:UInt32})
    AND (/* search */ 1)
)
ORDER BY start DESC, id
LIMIT 1 BY id
LIMIT {limit:UInt32}
