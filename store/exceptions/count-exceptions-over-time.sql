-- One row per service and bucket with exceptions. By bucket, then by service.
--   fromNs, toNs         Unix nanoseconds, whole buckets
--   stepNs, everyMinutes length of a bucket; step of the stored buckets, which divides it: 5, 30 or 180
--   service, environment, release  '' for every one
--   hidden               services to leave out
--   limit                1 to 100000
-- Counts log records, and span events that no log record repeats.
SELECT
  toString(intDiv(toUnixTimestamp(Bucket) * 1000000000, {stepNs:Int64}) * {stepNs:Int64}) AS bucketNs,
  ServiceName AS service,
  toString(uniqMerge(LogIds) + greatest(toInt64(uniqMerge(DedupeKeys)) - toInt64(uniqMerge(LogDedupeKeys)),
    0)) AS exceptions
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
