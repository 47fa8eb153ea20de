-- One row per issue, service and release in which it was seen: first and last. By issue, then by first sight.
--   issues, members       and what is read for them, as sourceIssueIds says
--   limit                 1 to 100000
SELECT
  issue,
  service,
  release,
  toString(toUnixTimestamp64Nano(min(first))) AS firstSeenNs,
  toString(toUnixTimestamp64Nano(max(last))) AS lastSeenNs
FROM (
  SELECT
    transform(Issue::String, {mergedFrom:Array(String)}, {mergedTo:Array(String)}) AS issue,
    ServiceName AS service, Release AS release, FirstSeen AS first, LastSeen AS last
  FROM issues
  WHERE Issue IN {members:Array(String)}
)
GROUP BY issue, service, release
ORDER BY issue, min(first), service, release
LIMIT {limit:UInt32}
