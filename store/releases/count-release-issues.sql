-- One row per release in which issues are new or back: seen in it, but not in the previous release of their service.
-- new: how many were first seen since it; back: how many before. As in list-release-issues.sql. By release.
--   services, releases, previous  at the same positions: a service, its release and its previous release, '' for none
--   firstNs                       at the same positions: when the release was first seen; Unix nanoseconds
--   sinceNs                       Unix nanoseconds: when the earliest of them or of their previous releases was first
--                                 seen
--   environment                   '' for every one
--   limit                         1 to 1000
WITH arrayZip({services:Array(String)}, {releases:Array(String)}, {previous:Array(String)},
  {firstNs:Array(Int64)}) AS asked
SELECT of.2 AS release, toString(countIf(isNew)) AS new, toString(countIf(NOT isNew)) AS back
FROM (
  SELECT arrayJoin(arrayFilter(one -> one.1 = service AND has(releases, one.2)
    AND (one.3 = '' OR NOT has(releases, one.3)), asked)) AS of,
    first >= fromUnixTimestamp64Nano(of.4) AS isNew
  FROM (
    SELECT transform(Issue::String, {mergedFrom:Array(String)}, {mergedTo:Array(String)}) AS issue,
      ServiceName::String AS service,
      groupUniqArray(Release::String) AS releases
    FROM issue_activity
    WHERE BucketMinutes = 1440
      AND Bucket >= fromUnixTimestamp64Nano({sinceNs:Int64}) - 86400
      AND ({environment:String} = '' OR Environment = {environment:String})
      AND ServiceName IN {services:Array(String)}
    GROUP BY issue, service
  ) AS active
  INNER JOIN (
    SELECT transform(Issue::String, {mergedFrom:Array(String)}, {mergedTo:Array(String)}) AS issue,
      ServiceName::String AS service, min(FirstSeen) AS first
    FROM issues
    WHERE ServiceName IN {services:Array(String)}
      -- What was last seen before is in none of the releases, but may be merged with what is.
      AND (Issue GLOBAL IN (
          SELECT Issue FROM issues
          WHERE ServiceName IN {services:Array(String)}
            AND LastSeen >= fromUnixTimestamp64Nano({sinceNs:Int64}) - toIntervalDay(1))
        OR Issue IN {mergedFrom:Array(String)} OR Issue IN {mergedTo:Array(String)})
    GROUP BY issue, service
  ) AS seen USING (issue, service)
)
GROUP BY release
ORDER BY release
LIMIT {limit:UInt32}
