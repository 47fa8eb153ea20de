-- One row per service and given release with transactions: their median and 95th percentile, of how many. By service,
-- then by release. What browsers sent is read where nothing else was sent.
--   releases
--   service, environment  '' for every one
--   hidden                services to leave out
--   maxRows               about how many are read; if there are more, a random sample
--   limit                 1 to 10000
WITH (
  SELECT toUInt8(least(10, greatest(0, ceil(log2(greatest(1, uniqExact(Id) * 64 / {maxRows:UInt32}))))))
  FROM transactions WHERE Level >= 6
) AS least
SELECT service, release, quantilesExact(0.5, 0.95)(duration) AS percentiles, toString(percentiles[1]) AS p50,
  toString(percentiles[2]) AS p95, toString(count()) AS requests
FROM (
  -- By identity and without FINAL, as list-release-latencies.sql.
  SELECT ServiceName AS service, Release AS release, IsBrowser AS isBrowser, max(Duration) AS duration
  FROM transactions
  WHERE Level >= least AND Release IN {releases:Array(String)}
    AND ({service:String} = '' OR ServiceName = {service:String})
    AND ServiceName NOT IN {hidden:Array(String)}
    AND ({environment:String} = '' OR Environment = {environment:String})
  GROUP BY service, release, isBrowser, Id
)
GROUP BY service, release, isBrowser
QUALIFY isBrowser = min(isBrowser) OVER (PARTITION BY service, release)
ORDER BY service, release
LIMIT {limit:UInt32}
