-- One row per web vital and bucket in which it was measured: its 75th percentile, and of how many. By name, then by
-- bucket.
--   fromNs, toNs            Unix nanoseconds, half-open
--   stepNs                  length of a bucket
--   maxRows                 about how many of each are read; if there are more, a random sample
--   service, environment, release  '' for every one
--   hidden                  services to leave out
--   limit                   1 to 1000
WITH (
  SELECT toUInt8(least(10, greatest(0, ceil(log2(greatest(1, uniqExact(Id) * 64 / 5 / {maxRows:UInt32}))))))
  FROM vitals
  WHERE Level >= 6
    AND Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
) AS least
SELECT Name AS vital, toString(bucket * {stepNs:Int64}) AS bucketNs, quantileExact(0.75)(value) AS p75,
  toString(count()) AS samples
FROM (
  -- Grouped by identity: FINAL takes twice as long here.
  SELECT Name, intDiv(toUnixTimestamp64Nano(max(Timestamp)), {stepNs:Int64}) AS bucket, max(Value) AS value
  FROM vitals
  WHERE Level >= least
    AND Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
    AND ({service:String} = '' OR ServiceName = {service:String})
    AND ServiceName NOT IN {hidden:Array(String)}
    AND ({environment:String} = '' OR Environment = {environment:String})
    AND ({release:String} = '' OR Release = {release:String})
  GROUP BY Name, Id
)
GROUP BY vital, bucket
ORDER BY vital, bucket
LIMIT {limit:UInt32}
