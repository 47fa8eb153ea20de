-- One row per issue, service and release in which it was seen: first and last time, and its latest exception there. By
-- issue, then by first time.
--   members  ids to read for the issues, from sourceIssueIds
--   limit    1 to 100000
-- Only the latest exception of an issue has its message: an issue may have hundreds of releases.
SELECT issue, service, release, toString(toUnixTimestamp64Nano(first)) AS firstSeenNs,
  toString(toUnixTimestamp64Nano(last)) AS lastSeenNs,
  isLatest, latest.2 AS type, if(isLatest, latest.3, '') AS message, latest.4 AS route, latest.5 AS function
FROM (
  SELECT *, row_number() OVER (PARTITION BY issue ORDER BY latest DESC, service DESC, release DESC) = 1 AS isLatest
  FROM (
    SELECT transform(Issue::String, {mergedFrom:Array(String)}, {mergedTo:Array(String)}) AS issue,
      ServiceName::String AS service, Release::String AS release,
      min(FirstSeen) AS first, max(LastSeen) AS last, max(Latest) AS latest
    FROM issues
    WHERE Issue IN {members:Array(String)}
    GROUP BY issue, service, release
  )
)
ORDER BY issue, first, service, release
LIMIT {limit:UInt32}
