-- One row per period, service, side (isBrowser) and bucket with transactions. By bucket, then by service and side, first
-- before, then now.
--   fromNs, shiftNs      Unix nanoseconds: what is earlier is before, and moved by so much
--   stepNs               length of a bucket
--   service, environment, release  '' for every one
--   hidden               services to leave out
--   limit                1 to 100000
-- Code inserts stored and single (insert-expressions.ts): the stored buckets and the single rows of both periods.
SELECT
  isNow,
  toString(bucket * {stepNs:Int64}) AS bucketNs,
  service,
  isBrowser,
  toString(uniqCombinedMerge(12)(Requests)) AS requests,
  toString(uniqCombinedMerge(12)(Failed)) AS failed
FROM (
  SELECT atNs >= {fromNs:Int64} AS isNow, service, isBrowser, Requests, Failed,
    intDiv(atNs + if(isNow, 0, {shiftNs:Int64}), {stepNs:Int64}) AS bucket
  FROM (
    SELECT toUnixTimestamp(Bucket) * 1000000000 AS atNs, ServiceName::String AS service,
      IsBrowser AS isBrowser, Requests, Failed
    FROM service_activity
    WHERE Signal = 'spans' AND ({{stored: BucketMinutes = 5}})
      AND ({service:String} = '' OR ServiceName = {service:String})
      AND ServiceName NOT IN {hidden:Array(String)}
      AND ({environment:String} = '' OR Environment = {environment:String})
      AND ({release:String} = '' OR Release = {release:String})
    UNION ALL
    SELECT toUnixTimestamp64Nano(Timestamp) AS atNs, ServiceName::String AS service, IsBrowser AS isBrowser,
      uniqCombinedState(12)(Id), uniqCombinedStateIf(12)(Id, Failed = 1)
    FROM transactions
    WHERE ({{single: 0}})
      AND ({service:String} = '' OR ServiceName = {service:String})
      AND ServiceName NOT IN {hidden:Array(String)}
      AND ({environment:String} = '' OR Environment = {environment:String})
      AND ({release:String} = '' OR Release = {release:String})
    GROUP BY atNs, service, isBrowser
  )
)
GROUP BY isNow, bucket, service, isBrowser
HAVING uniqCombinedMerge(12)(Requests) > 0
ORDER BY bucket, service, isBrowser, isNow
LIMIT {limit:UInt32}
