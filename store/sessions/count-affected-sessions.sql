-- One row: the number of sessions with an exception, now and before.
--   beforeNs, fromNs, toNs  Unix nanoseconds, whole steps: before is from beforeNs to fromNs, now from fromNs to toNs
--   everyMinutes            step of the stored buckets: 5, 30 or 180
--   service, environment, release  '' for every one
--   hidden                  services to leave out
--   sessionsNow, sessionsBefore  further ones: those of traces whose exceptions name none
--   limit                   1
SELECT toString(uniqMergeIf(Sessions, isNow)) AS now, toString(uniqMergeIf(Sessions, NOT isNow)) AS before
FROM (
  SELECT Bucket >= fromUnixTimestamp64Nano({fromNs:Int64}) AS isNow, Sessions
  FROM issue_activity
  WHERE BucketMinutes = {everyMinutes:UInt16}
    AND Bucket >= fromUnixTimestamp64Nano({beforeNs:Int64}) AND Bucket < fromUnixTimestamp64Nano({toNs:Int64})
    AND ({service:String} = '' OR ServiceName = {service:String})
    AND ServiceName NOT IN {hidden:Array(String)}
    AND ({environment:String} = '' OR Environment = {environment:String})
    AND ({release:String} = '' OR Release = {release:String})
  UNION ALL
  SELECT true, uniqState(sipHash64(arrayJoin({sessionsNow:Array(String)})))
  UNION ALL
  SELECT false, uniqState(sipHash64(arrayJoin({sessionsBefore:Array(String)})))
)
ORDER BY now
LIMIT {limit:UInt32}
