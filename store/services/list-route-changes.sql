-- One row per service and route whose 75th percentile of transaction durations has increased by leastNs or more, and
-- how many were sampled. Largest ratio first, then by name.
--   beforeNs, fromNs, toNs  Unix nanoseconds: before is from beforeNs to fromNs, now from fromNs to toNs; half-open
--   leastNs                 nanoseconds
--   leastRows               minimum of sampled transactions in each period
--   maxRows                about how many are read; if there are more, a random sample
--   service, environment, release  '' for every one
--   hidden                  services to leave out
--   limit                   1 to 100
WITH (
  SELECT toUInt8(least(10, greatest(0, ceil(log2(greatest(1, uniqExact(Id) * 64 / {maxRows:UInt32}))))))
  FROM transactions
  WHERE Level >= 6
    AND Timestamp >= fromUnixTimestamp64Nano({beforeNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
) AS least
SELECT
  ServiceName AS service,
  Route AS route,
  quantileExactIf(0.75)(value, at >= fromUnixTimestamp64Nano({fromNs:Int64})) AS now,
  quantileExactIf(0.75)(value, at < fromUnixTimestamp64Nano({fromNs:Int64})) AS before,
  toUInt32(countIf(at >= fromUnixTimestamp64Nano({fromNs:Int64}))) AS sampled,
  toUInt32(countIf(at < fromUnixTimestamp64Nano({fromNs:Int64}))) AS sampledBefore,
  toUInt32(pow(2, least)) AS thinnedBy
FROM (
  -- Grouped by identity: FINAL takes twice as long here.
  SELECT ServiceName, Route, max(Timestamp) AS at, max(Duration) AS value
  FROM transactions
  WHERE Level >= least
    AND Timestamp >= fromUnixTimestamp64Nano({beforeNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
    AND ({service:String} = '' OR ServiceName = {service:String})
    AND ServiceName NOT IN {hidden:Array(String)}
    AND ({environment:String} = '' OR Environment = {environment:String})
    AND ({release:String} = '' OR Release = {release:String})
  GROUP BY ServiceName, Route, Id
)
GROUP BY ServiceName, Route
HAVING sampled >= {leastRows:UInt32} AND sampledBefore >= {leastRows:UInt32}
  AND now >= before + {leastNs:UInt64}
ORDER BY now / before DESC, service, route
LIMIT {limit:UInt32}
