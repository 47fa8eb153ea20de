-- One row per bucket in which a service has transactions: exact 50th, 95th and 99th percentiles of the durations that
-- were read. By bucket.
--   fromNs, toNs  Unix nanoseconds, half-open: the first and the last bucket may be partial
--   stepNs        length of a bucket
--   most          if there are more transactions, every second, fourth, … is read
--   service
--   environment, release  '' for every one
--   limit         1 to 1000
WITH (
  SELECT toUInt8(least(10, greatest(0, ceil(log2(greatest(1, uniqExact(Id) * 64 / {most:UInt32}))))))
  FROM transactions
  WHERE Level >= 6 AND ServiceName = {service:String}
    AND Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
) AS least
SELECT
  toString(bucket * {stepNs:Int64}) AS bucketNs,
  arrayMap(ns -> toString(ns), quantilesExact(0.5, 0.95, 0.99)(duration)) AS percentiles
FROM (
  -- Grouped by identity: FINAL takes twice as long here.
  SELECT intDiv(toUnixTimestamp64Nano(max(Timestamp)), {stepNs:Int64}) AS bucket, max(Duration) AS duration
  FROM transactions
  WHERE Level >= least AND IsRoot = 1 AND ServiceName = {service:String}
    AND Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
    AND ({environment:String} = '' OR Environment = {environment:String})
    AND ({release:String} = '' OR Release = {release:String})
  GROUP BY Id
)
GROUP BY bucket
ORDER BY bucket
LIMIT {limit:UInt32}
