-- One row per trace of a list, in one statement for people to run: what list-traces reads in steps. In list order, then
-- by trace id.
--   fromNs, toNs       Unix nanoseconds, half-open: start of the root
--   by                 'start', 'duration' or 'spans', which are counted for that order alone
--   rising             1 ascending, 0 descending
--   afterNs, afterId   the cursor: nanoseconds or spans, and trace id; '' for the first page
--   service            '' for every trace, else with a span of it
--   failedOnly         1 for traces with a failed span or an exception
--   operation, httpStatus, hidden, environment, release  as in list-sorted-trace-ids
--   minDurationNs, maxDurationNs  0 for every duration
--   limit              1 to 1000
-- Code inserts duration (trace-duration.ts) and search (insert-expressions.ts), which is that and the transaction
-- filter.
WITH candidates AS (
  SELECT TraceId, sipHash64(TraceId) AS Trace
  FROM trace_parts
  WHERE Bucket >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({fromNs:Int64}))
    AND Bucket < fromUnixTimestamp64Nano({toNs:Int64})
    AND Root.Start >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Root.Start < fromUnixTimestamp64Nano({toNs:Int64})
    AND Root.Rank < 255
    AND ({{search: 1}})
),
places AS (
  SELECT Bucket, Trace
  FROM trace_index
  WHERE Fact = '' AND Trace GLOBAL IN (SELECT Trace FROM candidates)
),
whole AS (
  SELECT TraceId, min(Root) AS root, ({{duration: 0}}) AS duration,
    arraySort(groupUniqArrayArray(Services)) AS services, max(Failed) AS failed
  FROM trace_parts
  WHERE Bucket GLOBAL IN (SELECT Bucket FROM places) AND TraceId GLOBAL IN (SELECT TraceId FROM candidates)
  GROUP BY TraceId
),
counted AS (
  SELECT TraceId, uniqExact(Id) AS spans
  FROM otel_traces
  WHERE {by:String} = 'spans'
    AND (toStartOfFiveMinutes(Timestamp), sipHash64(TraceId)) GLOBAL IN (SELECT Bucket, Trace FROM places)
  GROUP BY TraceId
),
if({rising:UInt8} = 1, 1, -1)
  * multiIf({by:String} = 'duration', toInt64(duration), {by:String} = 'spans', toInt64(counted.spans),
  toUnixTimestamp64Nano(root.Start)) AS place
SELECT
  TraceId AS traceId,
  root.Start AS start,
  duration AS durationNs,
  root.Duration AS rootDurationNs,
  root.Service AS service,
  root.Name AS name,
  root.Operation AS operation,
  root.Status AS httpStatus,
  root.Environment AS environment,
  root.Release AS release,
  services,
  failed,
  nullIf(counted.spans, 0) AS spans
FROM whole
LEFT JOIN counted USING (TraceId)
WHERE root.Rank < 255
  AND root.Start >= fromUnixTimestamp64Nano({fromNs:Int64}) AND root.Start < fromUnixTimestamp64Nano({toNs:Int64})
  AND root.Service NOT IN {hidden:Array(String)}
  AND ({service:String} = '' OR has(services, {service:String}))
  AND ({failedOnly:UInt8} = 0 OR failed = 1)
  AND ({environment:String} = '' OR root.Environment = {environment:String})
  AND ({release:String} = '' OR root.Release = {release:String})
  AND ({operation:String} = '' OR root.Operation = {operation:String})
  AND duration >= {minDurationNs:UInt64}
  AND ({maxDurationNs:UInt64} = 0 OR duration < {maxDurationNs:UInt64})
  AND ({httpStatus:UInt32} = 0 OR root.Status = {httpStatus:UInt32})
  AND ({afterId:String} = ''
    OR (place, traceId) > (if({rising:UInt8} = 1, {afterNs:Int64}, -{afterNs:Int64}), {afterId:String}))
ORDER BY place, traceId
LIMIT {limit:UInt32}
