-- One row per trace whose root began in the range: the first step of list-traces. Newest first, then by trace id.
-- complete is 1 when nothing was left out.
--   fromNs, toNs   Unix nanoseconds, half-open, compared with the start of the root
--   enough         summaries to look at, newest first, before older ones are left out; 2^62 for all
--   service        '' for every service, else one that has a span in the trace
--   route          '' for every route, else the root's
--   failedOnly     1 for traces with a failed span
--   minDurationNs  of the root; 0 for every duration
--   text           '' for everything, else a part of the root's name or route in any case, or the whole trace id
--   limit          1 to 1000
-- A trace can match only if one of its summaries does. Down to `since` there are enough of those; what they belong to is grouped
-- with the quarter of an hour before, so that a trace that began earlier is known for one.
WITH
  fromUnixTimestamp64Nano({fromNs:Int64}) AS rangeFrom,
  fromUnixTimestamp64Nano({toNs:Int64}) AS rangeTo,
  matching AS (
    SELECT Bucket, TraceId, Root.Start AS RootStart
    FROM trace_summary
    WHERE Bucket >= toStartOfFiveMinutes(rangeFrom) AND Bucket < rangeTo
      AND ({service:String} = '' OR has(Services, {service:String}))
      AND ({failedOnly:UInt8} = 0 OR Failed = 1)
      AND ({route:String} = '' OR Root.Route = {route:String})
      AND ({minDurationNs:UInt64} = 0 OR Root.Duration >= {minDurationNs:UInt64})
      AND ({text:String} = '' OR positionCaseInsensitiveUTF8(Root.Name, {text:String}) > 0
        OR positionCaseInsensitiveUTF8(Root.Route, {text:String}) > 0 OR TraceId = lower({text:String}))
  ),
  (
    SELECT min(Bucket)
    FROM (SELECT Bucket, sum(count()) OVER (ORDER BY Bucket DESC) - count() AS Newer FROM matching GROUP BY Bucket)
    WHERE Newer <= {enough:Int64}
  ) AS sinceBucket,
  coalesce(
    (
      SELECT RootStart FROM matching
      WHERE Bucket >= sinceBucket AND RootStart < rangeTo ORDER BY RootStart DESC LIMIT 1 OFFSET {enough:Int64}
    ), rangeFrom) AS since
SELECT TraceId AS traceId, since <= rangeFrom AS complete
FROM trace_summary
WHERE Bucket >= toStartOfFiveMinutes(since) - 900 AND Bucket < rangeTo
  AND TraceId GLOBAL IN (
    SELECT TraceId FROM matching WHERE Bucket >= toStartOfFiveMinutes(since) AND RootStart >= since AND RootStart < rangeTo)
GROUP BY TraceId
HAVING min(Root).Start >= greatest(since, rangeFrom) AND min(Root).Start < rangeTo
  AND ({route:String} = '' OR min(Root).Route = {route:String})
  AND min(Root).Duration >= {minDurationNs:UInt64}
  AND ({text:String} = '' OR positionCaseInsensitiveUTF8(min(Root).Name, {text:String}) > 0
    OR positionCaseInsensitiveUTF8(min(Root).Route, {text:String}) > 0 OR TraceId = lower({text:String}))
ORDER BY min(Root).Start DESC, traceId
LIMIT {limit:UInt32}
