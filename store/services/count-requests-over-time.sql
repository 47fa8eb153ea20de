-- One row per service and bucket with transactions. By bucket, then by service.
--   fromNs, toNs         Unix nanoseconds, whole buckets
--   stepNs, everyMinutes length of a bucket; step of the stored buckets, which divides it: 5, 30 or 180
--   service, environment, release  '' for every one
--   hidden               services to leave out
--   limit                1 to 100000
SELECT
  toString(intDiv(toUnixTimestamp(Bucket) * 1000000000, {stepNs:Int64}) * {stepNs:Int64}) AS bucketNs,
  ServiceName AS service,
  toString(uniqCombinedMerge(12)(Requests)) AS requests,
  toString(uniqCombinedMerge(12)(Failed)) AS failed
FROM service_activity
WHERE Signal = 'spans' AND BucketMinutes = {everyMinutes:UInt16}
  AND Bucket >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Bucket < fromUnixTimestamp64Nano({toNs:Int64})
  AND ({service:String} = '' OR ServiceName = {service:String})
  AND ServiceName NOT IN {hidden:Array(String)}
  AND ({environment:String} = '' OR Environment = {environment:String})
  AND ({release:String} = '' OR Release = {release:String})
GROUP BY intDiv(toUnixTimestamp(Bucket) * 1000000000, {stepNs:Int64}), ServiceName
ORDER BY intDiv(toUnixTimestamp(Bucket) * 1000000000, {stepNs:Int64}), ServiceName
LIMIT {limit:UInt32}
