-- One row per service and given release with transactions: how many, and how many failed. By service, then by release.
--   releases
--   service, environment  '' for every one
--   hidden                services to leave out
--   limit                 1 to 10000
SELECT
  ServiceName AS service,
  Release AS release,
  toString(uniqCombinedMerge(12)(Requests)) AS requests,
  toString(uniqCombinedMerge(12)(Failed)) AS failed
FROM service_activity
WHERE Signal = 'spans' AND BucketMinutes = 180
  AND Release IN {releases:Array(String)}
  AND ({service:String} = '' OR ServiceName = {service:String})
  AND ServiceName NOT IN {hidden:Array(String)}
  AND ({environment:String} = '' OR Environment = {environment:String})
GROUP BY ServiceName, Release
ORDER BY ServiceName, Release
LIMIT {limit:UInt32}
