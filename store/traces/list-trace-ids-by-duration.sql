-- One row per trace that may be in a list sorted by duration: its duration. In list order, then by trace id.
--   fromNs, toNs       Unix nanoseconds, half-open: start of the root
--   rising             1 from the shortest, 0 from the longest
--   afterNs, afterId   the cursor: duration in nanoseconds, and trace id; '' for the first page
--   minDurationNs, maxDurationNs  0 for every duration
--   narrowed           1 if there is any filter besides these and hidden
--   long               1 to read only traces as long as the longest single rows, of which `most` are found: faster, and
--                      may find too few
--   most               rows, at least limit
--   facts, operation, httpStatus, hidden, environment, release  as in list-sorted-trace-ids
--   limit              1 to 1000
-- Code inserts duration (trace-duration.ts), bounds, which leaves those that may have such a duration, and search
-- (insert-expressions.ts), which is that and the transaction filter.
WITH candidates AS (
  SELECT TraceId
  FROM trace_parts
  WHERE {narrowed:UInt8} = 1
    AND Bucket >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({fromNs:Int64}))
    AND Bucket < fromUnixTimestamp64Nano({toNs:Int64})
    AND Root.Start >= fromUnixTimestamp64Nano({fromNs:Int64})
    AND Root.Start < fromUnixTimestamp64Nano({toNs:Int64})
    AND Root.Rank < 255
    AND Root.Service NOT IN {hidden:Array(String)}
    AND ({environment:String} = '' OR Root.Environment = {environment:String})
    AND ({release:String} = '' OR Root.Release = {release:String})
    AND ({operation:String} = '' OR Root.Operation = {operation:String})
    AND ({httpStatus:UInt32} = 0 OR Root.Status = {httpStatus:UInt32})
    AND ({{search: 1}})
),
(
  SELECT min(length) FROM (
    SELECT toUnixTimestamp64Nano(End) - toUnixTimestamp64Nano(Start) AS length
    FROM trace_parts
    WHERE {long:UInt8} = 1
      AND Bucket >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({fromNs:Int64}))
      AND Bucket < fromUnixTimestamp64Nano({toNs:Int64})
      AND Root.Start >= fromUnixTimestamp64Nano({fromNs:Int64})
      AND Root.Start < fromUnixTimestamp64Nano({toNs:Int64})
      AND Root.Rank < 255
      AND Root.Service NOT IN {hidden:Array(String)}
      AND ({afterId:String} = '' OR length < {afterNs:Int64})
    ORDER BY length DESC
    LIMIT {most:UInt32}
  )
) AS least
SELECT id, toString(duration) AS atNs
FROM (
  SELECT TraceId AS id, ({{duration: 0}}) AS duration, min((Root.Rank, Root.Start)) AS root
  FROM trace_parts
  WHERE Bucket >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({fromNs:Int64}) - INTERVAL 1 HOUR)
    AND Bucket < fromUnixTimestamp64Nano({toNs:Int64}) + INTERVAL 1 HOUR
    AND ({{bounds: 1}})
    AND ({long:UInt8} = 0 OR sipHash64(TraceId) GLOBAL IN (
      SELECT sipHash64(TraceId) AS trace
      FROM trace_parts
      WHERE {long:UInt8} = 1
        AND Bucket >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({fromNs:Int64}) - INTERVAL 1 HOUR)
        AND Bucket < fromUnixTimestamp64Nano({toNs:Int64}) + INTERVAL 1 HOUR
      GROUP BY trace
      HAVING toUnixTimestamp64Nano(max(End)) - toUnixTimestamp64Nano(min(Start)) >= least
    ))
    AND ({narrowed:UInt8} = 0 OR TraceId GLOBAL IN (SELECT TraceId FROM candidates))
    AND (empty({facts:Array(String)}) OR sipHash64(TraceId) GLOBAL IN (
      SELECT Trace
      FROM trace_index
      WHERE notEmpty({facts:Array(String)}) AND Fact IN {facts:Array(String)}
        AND Trace GLOBAL IN (SELECT sipHash64(TraceId) FROM candidates WHERE notEmpty({facts:Array(String)}))
      GROUP BY Trace
      HAVING uniqExact(Fact) = length({facts:Array(String)})
    ))
  GROUP BY TraceId
  HAVING root.1 < 255
    AND root.2 >= fromUnixTimestamp64Nano({fromNs:Int64})
    AND root.2 < fromUnixTimestamp64Nano({toNs:Int64})
    -- Of shorter ones others may come first, which this reading leaves out.
    AND ({long:UInt8} = 0 OR duration >= least)
    AND duration >= {minDurationNs:UInt64} AND ({maxDurationNs:UInt64} = 0 OR duration < {maxDurationNs:UInt64})
    AND max(Root.Rank < 255 AND Root.Service NOT IN {hidden:Array(String)})
    AND ({afterId:String} = '' OR if({rising:UInt8} = 1, duration > {afterNs:Int64}, duration < {afterNs:Int64})
      OR (duration = {afterNs:Int64} AND TraceId > {afterId:String}))
)
ORDER BY if({rising:UInt8} = 1, duration, -duration), id
LIMIT {limit:UInt32}
