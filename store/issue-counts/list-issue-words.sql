-- One row per issue, what to call it by, and the releases of its first and its last sight. By issue.
--   issues, members       and what is read for them, as sourceIssueIds says
--   limit                 1 to 1000
SELECT issue, service, latest.2 AS type, latest.3 AS message, latest.4 AS route, latest.5 AS function, first.2 AS firstRelease,
  last.2 AS lastRelease
FROM (
  SELECT issue, max(said) AS latest, max((said.1, ServiceName)).2 AS service
  FROM (
    SELECT transform(Issue::String, {mergedFrom:Array(String)}, {mergedTo:Array(String)}) AS issue, ServiceName::String AS ServiceName, Latest AS said
    FROM issues
    WHERE Issue IN {members:Array(String)}
  )
  GROUP BY issue
) AS words
INNER JOIN (
  SELECT issue, min((seen, release)) AS first, max((lastSeen, release)) AS last
  FROM (
    SELECT transform(Issue::String, {mergedFrom:Array(String)}, {mergedTo:Array(String)}) AS issue, Release::String AS release, FirstSeen AS seen, LastSeen AS lastSeen
    FROM issues
    WHERE Issue IN {members:Array(String)}
  )
  GROUP BY issue
) AS releases USING (issue)
ORDER BY issue
LIMIT {limit:UInt32}
