-- One row per issue, service and release in which it was seen: first and last time. The one with its latest exception
-- has its title, that of its first exception, which so is the same each time. isBrowser: a browser sent one of its
-- exceptions. By issue, then by first time.
--   members  ids to read for the issues, from sourceIssueIds
--   limit    1 to 100000
-- The others have none: an issue may have hundreds of releases.
SELECT issue, service, release, toString(toUnixTimestamp64Nano(first)) AS firstSeenNs,
  toString(toUnixTimestamp64Nano(last)) AS lastSeenNs,
  isLatest, isBrowser, if(isLatest, title.2, '') AS type, if(isLatest, title.3, '') AS message, latest.4 AS route,
  latest.5 AS function
FROM (
  SELECT *, row_number() OVER (PARTITION BY issue ORDER BY latest DESC, service DESC, release DESC) = 1 AS isLatest,
    max(opening) OVER (PARTITION BY issue) AS title
  FROM (
    SELECT transform(Issue::String, {mergedFrom:Array(String)}, {mergedTo:Array(String)}) AS issue,
      ServiceName::String AS service, Release::String AS release,
      min(FirstSeen) AS first, max(LastSeen) AS last, max(Latest) AS latest,
      max(Opening) AS opening, max(IsBrowser) AS isBrowser
    FROM issues
    WHERE Issue IN {members:Array(String)}
    GROUP BY issue, service, release
  )
)
ORDER BY issue, first, service, release
LIMIT {limit:UInt32}
