-- One row per service and release, as long as releases are kept, by service, then in the order of releases: by first sight.
--   services  those asked for
--   limit     1 to 100000
SELECT
  ServiceName AS service,
  Release AS release,
  toString(toUnixTimestamp64Nano(min(FirstSeen))) AS firstSeenNs,
  toString(toUnixTimestamp64Nano(max(LastSeen))) AS lastSeenNs
FROM service_activity
WHERE BucketMinutes = 1440 AND Release != '' AND ServiceName IN {services:Array(String)}
GROUP BY ServiceName, Release
ORDER BY service, min(FirstSeen), release
LIMIT {limit:UInt32}
