-- One row per trace that may be in a list sorted by spans: how many it has, each once. From the most or the least, then
-- by trace id.
--   fromNs, toNs       Unix nanoseconds, half-open: when the root began
--   rising             1 from the least, 0 from the most
--   afterNs, afterId   after this place: spans and trace id; '' from the beginning
--   facts, operation, httpStatus, hidden, environment, release  as in list-sorted-trace-ids
--   limit              1 to 1000
-- Code inserts bounds, which filters by duration, and search (insert-expressions.ts), which is that and the transaction
-- filter.
WITH candidates AS (
  SELECT sipHash64(TraceId) AS Trace
  FROM trace_parts
  WHERE Bucket >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({fromNs:Int64}))
    AND Bucket < fromUnixTimestamp64Nano({toNs:Int64})
    AND Root.Start >= fromUnixTimestamp64Nano({fromNs:Int64})
    AND Root.Start < fromUnixTimestamp64Nano({toNs:Int64})
    AND Root.Rank < 255
    AND Root.Service NOT IN {hidden:Array(String)}
    AND ({environment:String} = '' OR Root.Environment = {environment:String})
    AND ({release:String} = '' OR Root.Release = {release:String})
    AND ({operation:String} = '' OR Root.Operation = {operation:String})
    AND ({httpStatus:UInt32} = 0 OR Root.Status = {httpStatus:UInt32})
    AND ({{bounds: 1}})
    AND ({{search: 1}})
)
SELECT TraceId AS id, toString(uniqExact(Id) AS spans) AS atNs
FROM otel_traces
WHERE (toStartOfFiveMinutes(Timestamp), sipHash64(TraceId)) GLOBAL IN (
  SELECT Bucket, Trace
  FROM trace_index
  WHERE Fact = '' AND Trace GLOBAL IN (SELECT Trace FROM candidates)
    AND (empty({facts:Array(String)}) OR Trace GLOBAL IN (
      SELECT Trace
      FROM trace_index
      WHERE notEmpty({facts:Array(String)}) AND Fact IN {facts:Array(String)}
        AND Trace GLOBAL IN (SELECT Trace FROM candidates WHERE notEmpty({facts:Array(String)}))
      GROUP BY Trace
      HAVING uniqExact(Fact) = length({facts:Array(String)})
    ))
)
GROUP BY TraceId
HAVING {afterId:String} = '' OR if({rising:UInt8} = 1, spans > {afterNs:Int64}, spans < {afterNs:Int64})
  OR (spans = {afterNs:Int64} AND TraceId > {afterId:String})
ORDER BY if({rising:UInt8} = 1, 1, -1) * toInt64(spans), id
LIMIT {limit:UInt32}
