-- One row per issue, service and release in which it was seen: first and last. By issue, then by first sight.
--   members               the issues and those merged into them
--   mergedFrom, mergedTo  issues that count as others, one by one
--   limit                 1 to 100000
SELECT
  if(has({mergedFrom:Array(String)}, Issue), {mergedTo:Array(String)}[indexOf({mergedFrom:Array(String)}, Issue)], Issue) AS issue,
  ServiceName AS service,
  Release AS release,
  toString(toUnixTimestamp64Nano(min(FirstSeen))) AS firstSeenNs,
  toString(toUnixTimestamp64Nano(max(LastSeen))) AS lastSeenNs
FROM issue_releases
WHERE Issue IN {members:Array(String)}
GROUP BY issue, ServiceName, Release
ORDER BY issue, min(FirstSeen), service, release
LIMIT {limit:UInt32}
