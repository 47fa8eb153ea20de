-- One row per issue, what to call it by, and the releases of its first and its last sight. By issue.
--   members               the issues and those merged into them
--   mergedFrom, mergedTo  issues that count as others, one by one
--   limit                 1 to 1000
SELECT issue, service, latest.2 AS type, latest.3 AS message, latest.4 AS route, latest.5 AS function, first.2 AS firstRelease,
  last.2 AS lastRelease
FROM (
  SELECT if(has({mergedFrom:Array(String)}, Issue), {mergedTo:Array(String)}[indexOf({mergedFrom:Array(String)}, Issue)], Issue) AS issue,
    max(Latest) AS latest, max((Latest.1, ServiceName::String)).2 AS service
  FROM issue_words
  WHERE Issue IN {members:Array(String)}
  GROUP BY issue
) AS words
INNER JOIN (
  SELECT if(has({mergedFrom:Array(String)}, Issue), {mergedTo:Array(String)}[indexOf({mergedFrom:Array(String)}, Issue)], Issue) AS issue,
    min((FirstSeen, Release::String)) AS first, max((LastSeen, Release::String)) AS last
  FROM issue_releases
  WHERE Issue IN {members:Array(String)}
  GROUP BY issue
) AS releases USING (issue)
ORDER BY issue
LIMIT {limit:UInt32}
