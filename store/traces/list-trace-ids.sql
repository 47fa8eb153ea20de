-- One row per trace whose root began in the range: the first step of list-traces. Newest first, then by trace id.
--   fromNs, toNs   Unix nanoseconds, half-open, compared with the start of the root
--   enough         summaries to look at, newest first, before older ones are left out; 2^62 for all
--   service        '' for every service, else one that has a span in the trace
--   route          '' for every route, else the root's
--   failedOnly     1 for traces with a failed span
--   minDurationNs  of the root; 0 for every duration
--   text           '' for everything, else a part of the root's name or route in any case, or the whole trace id
--   limit          1 to 1000
-- Summaries of up to an hour earlier are grouped as well: a trace seldom is silent for longer.
WITH
  fromUnixTimestamp64Nano({fromNs:Int64}) AS rangeFrom,
  fromUnixTimestamp64Nano({toNs:Int64}) AS rangeTo,
  (
    SELECT min(Bucket)
    FROM (
      SELECT Bucket, sum(count()) OVER (ORDER BY Bucket DESC) - count() AS Newer
      FROM trace_summary
      WHERE Bucket >= toStartOfFiveMinutes(rangeFrom) AND Bucket < rangeTo
        AND ({service:String} = '' OR has(Services, {service:String}))
        AND ({failedOnly:UInt8} = 0 OR Failed = 1)
        AND ({route:String} = '' OR Root.Route = {route:String})
      GROUP BY Bucket
    )
    WHERE Newer < {enough:Int64}
  ) AS cut
SELECT TraceId AS traceId
FROM trace_summary
WHERE Bucket >= greatest(toStartOfFiveMinutes(rangeFrom), assumeNotNull(cut)) - 3600 AND Bucket < rangeTo
GROUP BY TraceId
HAVING min(Root).Start >= rangeFrom AND min(Root).Start < rangeTo
  AND toStartOfFiveMinutes(min(Root).Start) >= assumeNotNull(cut)
  AND ({service:String} = '' OR has(groupUniqArrayArray(Services), {service:String}))
  AND ({failedOnly:UInt8} = 0 OR max(Failed) = 1)
  AND ({route:String} = '' OR min(Root).Route = {route:String})
  AND min(Root).Duration >= {minDurationNs:UInt64}
  AND ({text:String} = '' OR positionCaseInsensitiveUTF8(min(Root).Name, {text:String}) > 0
    OR positionCaseInsensitiveUTF8(min(Root).Route, {text:String}) > 0 OR TraceId = lower({text:String}))
ORDER BY min(Root).Start DESC, traceId
LIMIT {limit:UInt32}
