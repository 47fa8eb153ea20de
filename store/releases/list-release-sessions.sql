-- One row per service and release of these that has sessions: how many, and how many crashed. By service, then by release.
--   releases
--   service, environment  '' for every one
--   hidden                services left out
--   limit                 1 to 10000
SELECT
  ServiceName AS service,
  Release AS release,
  toString(uniq(SessionId)) AS sessions,
  toString(uniqIf(SessionId, Failed = 1 AND (Kind = 'exception' OR IsRoot = 1))) AS crashed
FROM session_steps
WHERE Release IN {releases:Array(String)}
  AND ({service:String} = '' OR ServiceName = {service:String})
  AND ServiceName NOT IN {hidden:Array(String)}
  AND ({environment:String} = '' OR Environment = {environment:String})
GROUP BY ServiceName, Release
ORDER BY ServiceName, Release
LIMIT {limit:UInt32}
