-- One row per service and given release with transactions: how many, and how many failed. By service, then by release. recent: those since a
-- time. recentOfAll: those of all releases of the service. recentIn: the environments that name themselves of the release since then.
--   releases
--   recentNs              Unix nanoseconds, in whole three hours
--   service, environment  '' for every one
--   hidden                services to leave out
--   limit                 1 to 10000
SELECT
  ServiceName AS service,
  Release AS release,
  toString(uniqCombinedMerge(12)(Requests)) AS requests,
  toString(uniqCombinedMerge(12)(Failed)) AS failed,
  toString(uniqCombinedMergeIf(12)(Requests, isRecent)) AS recent,
  arraySort(groupUniqArrayIf(Environment::String, isRecent AND Environment != '')) AS recentIn,
  toString(sum(uniqCombinedMergeIf(12)(Requests, isRecent)) OVER (PARTITION BY ServiceName)) AS recentOfAll
FROM (
  SELECT ServiceName, Release, Environment, Requests, Failed, Bucket > fromUnixTimestamp64Nano({recentNs:Int64}) - 10800 AS isRecent
  FROM service_activity
  WHERE Signal = 'spans' AND BucketMinutes = 180
    AND ({service:String} = '' OR ServiceName = {service:String})
    AND ServiceName NOT IN {hidden:Array(String)}
    AND ({environment:String} = '' OR Environment = {environment:String})
)
GROUP BY ServiceName, Release
QUALIFY Release IN {releases:Array(String)}
ORDER BY ServiceName, Release
LIMIT {limit:UInt32}
