-- One row per trace that may be in a list: the first step of list-traces where it is filtered, or not newest first.
-- In the order of the list, then by trace id.
--   fromNs, toNs       Unix nanoseconds, half-open: when the root began
--   by                 'start' or 'duration', of the root
--   rising             1 from the least, 0 from the greatest
--   afterNs, afterId   after this place: nanoseconds of what it is sorted by, and trace id; '' from the beginning
--   facts              'failed', and 'service ' with the name of one; traces that have all of them; empty for every trace
--   route              '' for every route, else the root's
--   minDurationNs      of the root; 0 for every duration
--   maxDurationNs      of the root, which is shorter; 0 for every duration
--   httpStatus         of the root; 0 for every one
--   hidden             services whose roots are left out
--   environment        '' for every one, else the root's
--   release            '' for every one, else the root's
--   limit              1 to 1000
-- The search, and that the trace has a transaction, stand where a comment says so, with parameters of their own.
-- As in list-trace-ids, the row that has the trace's own root is among those found here.
WITH candidates AS (
  SELECT
    TraceId,
    if({by:String} = 'duration', toInt64(Root.Duration), toUnixTimestamp64Nano(Root.Start)) AS value,
    if({rising:UInt8} = 1, value, -value) AS place,
    if({rising:UInt8} = 1, {afterNs:Int64}, -{afterNs:Int64}) AS after
  FROM trace_parts
  WHERE Bucket >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({fromNs:Int64}))
    AND Bucket < fromUnixTimestamp64Nano({toNs:Int64})
    AND Root.Start >= fromUnixTimestamp64Nano({fromNs:Int64})
    AND Root.Start < fromUnixTimestamp64Nano({toNs:Int64})
    AND ({afterId:String} = '' OR place > after OR (place = after AND TraceId > {afterId:String}))
    AND Root.Rank < 255
    AND Root.Service NOT IN {hidden:Array(String)}
    AND ({environment:String} = '' OR Root.Environment = {environment:String}) AND ({release:String} = '' OR Root.Release = {release:String})
    AND ({route:String} = '' OR Root.Route = {route:String})
    AND Root.Duration >= {minDurationNs:UInt64}
    AND ({maxDurationNs:UInt64} = 0 OR Root.Duration < {maxDurationNs:UInt64})
    AND ({httpStatus:UInt32} = 0 OR Root.Status = {httpStatus:UInt32})
    AND (/* search */ 1)
)
SELECT TraceId AS id, toString(value) AS atNs
FROM candidates
WHERE (empty({facts:Array(String)}) OR sipHash64(TraceId) GLOBAL IN (
  SELECT Trace
  FROM trace_index
  WHERE notEmpty({facts:Array(String)}) AND Fact IN {facts:Array(String)} AND Trace GLOBAL IN (SELECT sipHash64(TraceId) FROM candidates WHERE notEmpty({facts:Array(String)}))
  GROUP BY Trace
  HAVING uniqExact(Fact) = length({facts:Array(String)})
))
ORDER BY place, id
LIMIT 1 BY id
LIMIT {limit:UInt32}
