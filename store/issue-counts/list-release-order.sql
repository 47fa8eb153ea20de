-- One row per release of the services that some issues were seen in, as long as releases are kept. By service, then in their order: by first sight.
--   members  the issues, as sourceIssueIds has them
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
