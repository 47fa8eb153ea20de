-- One row per service and bucket in which it has exceptions. By bucket, then by service.
--   fromNs, toNs         Unix nanoseconds, whole buckets
--   stepNs, everyMinutes length of a bucket; the step of the table that it is a whole number of: 5, 30 or 180
--   service, environment, release  '' for every one
--   hidden               services left out
--   limit                1 to 100000
-- Counted by log record, and by span event where no log tells of the same.
SELECT
  toString(intDiv(toUnixTimestamp(Bucket) * 1000000000, {stepNs:Int64}) * {stepNs:Int64}) AS bucketNs,
  ServiceName AS service,
  toString(uniqMerge(LogIds) + greatest(toInt64(uniqMerge(DedupeKeys)) - toInt64(uniqMerge(LogDedupeKeys)), 0)) AS exceptions
FROM issue_activity
WHERE BucketMinutes = {everyMinutes:UInt16}
  AND Bucket >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Bucket < fromUnixTimestamp64Nano({toNs:Int64})
  AND ({service:String} = '' OR ServiceName = {service:String})
  AND ServiceName NOT IN {hidden:Array(String)}
  AND ({environment:String} = '' OR Environment = {environment:String})
  AND ({release:String} = '' OR Release = {release:String})
GROUP BY intDiv(toUnixTimestamp(Bucket) * 1000000000, {stepNs:Int64}), ServiceName
ORDER BY intDiv(toUnixTimestamp(Bucket) * 1000000000, {stepNs:Int64}), ServiceName
LIMIT {limit:UInt32}
