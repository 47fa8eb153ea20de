-- One row per service and release that first had a transaction in the range, where another release was there before it. By time, then by service.
--   fromNs, toNs  Unix nanoseconds, whole five minutes, half-open
--   service, environment  '' for every one
--   hidden        services left out
--   limit         1 to 1000
SELECT service, release, toString(toUnixTimestamp(seen) * 1000000000) AS firstSeenNs
FROM (
  SELECT service, release, seen, min(seen) OVER (PARTITION BY service) AS earliest
  FROM (
    SELECT ServiceName AS service, Release AS release, min(Bucket) AS seen
    FROM traffic
    WHERE Every = 5
      AND Bucket < fromUnixTimestamp64Nano({toNs:Int64})
      AND ({service:String} = '' OR ServiceName = {service:String})
      AND ServiceName NOT IN {hidden:Array(String)}
      AND ({environment:String} = '' OR Environment = {environment:String})
    GROUP BY ServiceName, Release
  )
)
WHERE release != '' AND seen > earliest AND seen >= fromUnixTimestamp64Nano({fromNs:Int64})
ORDER BY seen, service, release
LIMIT {limit:UInt32}
