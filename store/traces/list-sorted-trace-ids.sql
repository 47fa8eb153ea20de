-- One row per candidate of a trace list: the first step of list-traces for a list that is filtered, or sorted oldest
-- first. By the start of a part that may have the root, then by trace id.
--   fromNs, toNs       Unix nanoseconds, half-open: start of the root
--   rising             1 ascending, 0 descending
--   afterNs, afterId   the cursor: start of the root, and trace id; '' for the first page
--   facts              facts that the trace must have: 'failed', 'service ' and a name; empty for every trace
--   operation          '' for every operation, else the root's
--   httpStatus         of the root; 0 for every one
--   hidden             services whose roots to leave out
--   environment        '' for every one, else the root's
--   release            '' for every one, else the root's
--   limit              1 to 1000
-- Code inserts bounds, which filters by duration, and search (insert-expressions.ts), which is that and the transaction
-- filter. As in list-trace-ids, the row with the trace's own root is among those found here.
WITH candidates AS (
  SELECT
    TraceId,
    toUnixTimestamp64Nano(Root.Start) AS value,
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
    AND ({environment:String} = '' OR Root.Environment = {environment:String})
    AND ({release:String} = '' OR Root.Release = {release:String})
    AND ({operation:String} = '' OR Root.Operation = {operation:String})
    AND ({httpStatus:UInt32} = 0 OR Root.Status = {httpStatus:UInt32})
    AND ({{bounds: 1}})
    AND ({{search: 1}})
)
SELECT TraceId AS id, toString(value) AS atNs
FROM candidates
WHERE (empty({facts:Array(String)}) OR sipHash64(TraceId) GLOBAL IN (
  SELECT Trace
  FROM trace_index
  WHERE notEmpty({facts:Array(String)}) AND Fact IN {facts:Array(String)}
    AND Trace GLOBAL IN (SELECT sipHash64(TraceId) FROM candidates WHERE notEmpty({facts:Array(String)}))
  GROUP BY Trace
  HAVING uniqExact(Fact) = length({facts:Array(String)})
))
ORDER BY place, id
LIMIT 1 BY id
LIMIT {limit:UInt32}
