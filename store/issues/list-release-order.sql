-- One row per release of the services in which issues were seen, as long as releases are kept. By service, then by
-- first time.
--   members  the issues, from sourceIssueIds
--   limit    1 to 100000
SELECT
  ServiceName AS service,
  Release AS release,
  toString(toUnixTimestamp64Nano(min(FirstSeen))) AS firstSeenNs,
  toString(toUnixTimestamp64Nano(max(LastSeen))) AS lastSeenNs
FROM service_activity
WHERE BucketMinutes = 1440 AND Release != ''
  AND ServiceName GLOBAL IN (SELECT ServiceName FROM issues WHERE Issue IN {members:Array(String)})
GROUP BY ServiceName, Release
ORDER BY service, min(FirstSeen), release
LIMIT {limit:UInt32}
