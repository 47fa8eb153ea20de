-- One row per route and web vital that was measured there now: its 75th percentile, and that of before. By route, then by name.
--   beforeNs, fromNs, toNs  Unix nanoseconds: from beforeNs to fromNs is before, from fromNs to toNs is now; half-open
--   maxRows                about how many of each are looked at: all of fewer, else a fair choice
--   service, environment, release  '' for every one
--   hidden                  services left out
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
  -- Not a number where there was none.
  if(countIf(at < fromUnixTimestamp64Nano({fromNs:Int64})) = 0, NULL,
    quantileExactIf(0.75)(value, at < fromUnixTimestamp64Nano({fromNs:Int64}))) AS before,
  toString(countIf(at >= fromUnixTimestamp64Nano({fromNs:Int64}))) AS samples
FROM (
  -- By identity and without FINAL, which takes twice as long here.
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
