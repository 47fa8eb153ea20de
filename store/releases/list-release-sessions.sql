-- One row per service and given release with sessions: how many, and how many crashed. By service, then by release.
--   releases
--   service, environment  '' for every one
--   hidden                services to leave out
--   limit                 1 to 10000
SELECT
  ServiceName AS service,
  Release AS release,
  toString(uniqMerge(Sessions)) AS sessions,
  toString(uniqMerge(Crashed)) AS crashed
FROM service_activity
WHERE BucketMinutes = 180 AND Release IN {releases:Array(String)}
  AND ({service:String} = '' OR ServiceName = {service:String})
  AND ServiceName NOT IN {hidden:Array(String)}
  AND ({environment:String} = '' OR Environment = {environment:String})
GROUP BY ServiceName, Release
HAVING uniqMerge(Sessions) > 0
ORDER BY ServiceName, Release
LIMIT {limit:UInt32}
