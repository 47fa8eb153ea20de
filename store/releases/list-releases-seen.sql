-- One row per service and release that was first seen in the range, if another release was seen before it, with the
-- last of those. By time, then by service.
--   fromNs, toNs  Unix nanoseconds, half-open
--   service, environment  '' for every one
--   hidden        services to leave out
--   limit         1 to 1000
SELECT service, release, toString(toUnixTimestamp64Nano(first)) AS firstSeenNs, previous
FROM (
  SELECT ServiceName AS service, Release AS release, min(FirstSeen) AS first,
    min(min(FirstSeen)) OVER (PARTITION BY ServiceName) AS earliest,
    lagInFrame(Release, 1, '') OVER (PARTITION BY ServiceName ORDER BY min(FirstSeen), Release
      ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS previous
  FROM service_activity
  WHERE BucketMinutes = 1440 AND Release != '' AND ({service:String} = '' OR ServiceName = {service:String})
    AND ServiceName NOT IN {hidden:Array(String)}
    AND ({environment:String} = '' OR Environment = {environment:String})
  GROUP BY ServiceName, Release
)
WHERE first > earliest AND first >= fromUnixTimestamp64Nano({fromNs:Int64})
  AND first < fromUnixTimestamp64Nano({toNs:Int64})
ORDER BY first, service, release
LIMIT {limit:UInt32}
