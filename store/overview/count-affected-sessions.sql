-- One row: the number of sessions with an exception, now and before.
--   beforeNs, fromNs, toNs  Unix nanoseconds, whole steps: before is from beforeNs to fromNs, now from fromNs to toNs
--   everyMinutes            step of the stored buckets: 5, 30 or 180
--   service, environment, release  '' for every one
--   hidden                  services to leave out
--   limit                   1
SELECT
  toString(uniqMergeIf(Sessions, Bucket >= fromUnixTimestamp64Nano({fromNs:Int64}))) AS now,
  toString(uniqMergeIf(Sessions, Bucket < fromUnixTimestamp64Nano({fromNs:Int64}))) AS before
FROM issue_activity
WHERE BucketMinutes = {everyMinutes:UInt16}
  AND Bucket >= fromUnixTimestamp64Nano({beforeNs:Int64}) AND Bucket < fromUnixTimestamp64Nano({toNs:Int64})
  AND ({service:String} = '' OR ServiceName = {service:String})
  AND ServiceName NOT IN {hidden:Array(String)}
  AND ({environment:String} = '' OR Environment = {environment:String})
  AND ({release:String} = '' OR Release = {release:String})
ORDER BY now
LIMIT {limit:UInt32}
