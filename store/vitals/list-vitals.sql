-- One row per web vital that was measured now: its 75th percentile in both periods, and how many measurements are good
-- and poor now. By name.
--   beforeNs, fromNs, toNs  Unix nanoseconds: before is from beforeNs to fromNs, now from fromNs to toNs; half-open
--   vitals, good, poor      at the same positions: a name, up to which value it is good, and above which it is poor
--   maxRows                about how many of each are read; if there are more, a random sample
--   service, environment, release  '' for every one
--   hidden                  services to leave out
--   limit                   1 to 100
WITH (
  SELECT toUInt8(least(10, greatest(0, ceil(log2(greatest(1, uniqExact(Id) * 64 / 5 / {maxRows:UInt32}))))))
  FROM vitals
  WHERE Level >= 6
    AND Timestamp >= fromUnixTimestamp64Nano({beforeNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
) AS least
SELECT
  Name AS vital,
  quantileExactIf(0.75)(value, at >= fromUnixTimestamp64Nano({fromNs:Int64})) AS now,
  -- Without any value the percentile is NaN.
  if(countIf(at < fromUnixTimestamp64Nano({fromNs:Int64})) = 0, NULL,
    quantileExactIf(0.75)(value, at < fromUnixTimestamp64Nano({fromNs:Int64}))) AS before,
  toString(countIf(at >= fromUnixTimestamp64Nano({fromNs:Int64}))) AS samples,
  toString(countIf(at >= fromUnixTimestamp64Nano({fromNs:Int64})
    AND value <= toFloat64OrZero({good:Array(String)}[indexOf({vitals:Array(String)}, Name::String)]))) AS good,
  toString(countIf(at >= fromUnixTimestamp64Nano({fromNs:Int64})
    AND value > toFloat64OrZero({poor:Array(String)}[indexOf({vitals:Array(String)}, Name::String)]))) AS poor
FROM (
  -- Grouped by identity: FINAL takes twice as long here.
  SELECT Name, max(Timestamp) AS at, max(Value) AS value
  FROM vitals
  WHERE Level >= least
    AND Timestamp >= fromUnixTimestamp64Nano({beforeNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
    AND ({service:String} = '' OR ServiceName = {service:String})
    AND ServiceName NOT IN {hidden:Array(String)}
    AND ({environment:String} = '' OR Environment = {environment:String})
    AND ({release:String} = '' OR Release = {release:String})
  GROUP BY Name, Id
)
GROUP BY Name
HAVING countIf(at >= fromUnixTimestamp64Nano({fromNs:Int64})) > 0
ORDER BY vital
LIMIT {limit:UInt32}
