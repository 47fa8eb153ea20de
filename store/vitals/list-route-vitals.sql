-- One row per route and web vital that was measured there now: its 75th percentile in both periods. By route, then by
-- name.
--   beforeNs, fromNs, toNs  Unix nanoseconds: before is from beforeNs to fromNs, now from fromNs to toNs; half-open
--   maxRows                about how many of each are read; if there are more, a random sample
--   service, environment, release  '' for every one
--   hidden                  services to leave out
--   limit                   1 to 10000
WITH (
  SELECT toUInt8(least(10, greatest(0, ceil(log2(greatest(1, uniqExact(Id) * 64 / 5 / {maxRows:UInt32}))))))
  FROM vitals
  WHERE Level >= 6
    AND Timestamp >= fromUnixTimestamp64Nano({beforeNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
) AS least
SELECT
  Route AS route,
  Name AS vital,
  quantileExactIf(0.75)(value, at >= fromUnixTimestamp64Nano({fromNs:Int64})) AS now,
  -- Without any value the percentile is NaN.
  if(countIf(at < fromUnixTimestamp64Nano({fromNs:Int64})) = 0, NULL,
    quantileExactIf(0.75)(value, at < fromUnixTimestamp64Nano({fromNs:Int64}))) AS before,
  toString(countIf(at >= fromUnixTimestamp64Nano({fromNs:Int64}))) AS samples
FROM (
  -- Grouped by identity: FINAL takes twice as long here.
  SELECT Name, Route, max(Timestamp) AS at, max(Value) AS value
  FROM vitals
  WHERE Level >= least
    AND Timestamp >= fromUnixTimestamp64Nano({beforeNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
    AND ({service:String} = '' OR ServiceName = {service:String})
    AND ServiceName NOT IN {hidden:Array(String)}
    AND ({environment:String} = '' OR Environment = {environment:String})
    AND ({release:String} = '' OR Release = {release:String})
  GROUP BY Name, Route, Id
)
GROUP BY Route, Name
HAVING countIf(at >= fromUnixTimestamp64Nano({fromNs:Int64})) > 0
ORDER BY route, vital
LIMIT {limit:UInt32}
