-- One row per period, service and bucket with exceptions, and one of the whole period with bucketNs -1: an error of
-- which a span tells in one bucket and a log record in another is in both, but once in the whole. By bucket, then by
-- service, first before, then now.
--   fromNs, shiftNs      Unix nanoseconds: what is earlier is before, and moved by so much
--   stepNs               length of a bucket
--   service, environment, release  '' for every one
--   hidden               services to leave out
--   limit                1 to 100000
-- Counts log records, and span events that no log record repeats.
-- Code inserts stored and single (insert-expressions.ts): the stored buckets and the single rows of both periods.
SELECT
  isNow,
  toString(key) AS bucketNs,
  service,
  toString(uniqMerge(LogIds) + greatest(toInt64(uniqMerge(DedupeKeys)) - toInt64(uniqMerge(LogDedupeKeys)),
    0)) AS exceptions
FROM (
  SELECT atNs >= {fromNs:Int64} AS isNow, service, LogIds, DedupeKeys, LogDedupeKeys,
    arrayJoin([-1, intDiv(atNs + if(isNow, 0, {shiftNs:Int64}), {stepNs:Int64}) * {stepNs:Int64}]) AS key
  FROM (
    SELECT toUnixTimestamp(Bucket) * 1000000000 AS atNs, ServiceName::String AS service, LogIds, DedupeKeys,
      LogDedupeKeys
    FROM issue_activity
    WHERE ({{stored: BucketMinutes = 5}})
      AND ({service:String} = '' OR ServiceName = {service:String})
      AND ServiceName NOT IN {hidden:Array(String)}
      AND ({environment:String} = '' OR Environment = {environment:String})
      AND ({release:String} = '' OR Release = {release:String})
    UNION ALL
    SELECT toUnixTimestamp64Nano(Timestamp) AS atNs, ServiceName::String AS service,
      uniqStateIf(Id, Source = 'log'), uniqState(DedupeKey), uniqStateIf(DedupeKey, Source = 'log')
    FROM exceptions
    WHERE ({{single: 0}})
      AND ({service:String} = '' OR ServiceName = {service:String})
      AND ServiceName NOT IN {hidden:Array(String)}
      AND ({environment:String} = '' OR Environment = {environment:String})
      AND ({release:String} = '' OR Release = {release:String})
    GROUP BY atNs, service
  )
)
GROUP BY isNow, key, service
ORDER BY key, service, isNow
LIMIT {limit:UInt32}
