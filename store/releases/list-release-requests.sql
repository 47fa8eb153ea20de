-- One row per service and given release with transactions: how many, and how many failed. By service, then by release.
-- recent: those since a time. recentOfAll: those of all releases of the service. recentIn: the environments that name
-- themselves of the release since then. What browsers sent counts where nothing else was sent.
--   releases
--   recentNs              Unix nanoseconds, in whole three hours
--   service, environment  '' for every one
--   hidden                services to leave out
--   limit                 1 to 10000
-- Summed over the stored buckets of three hours, whose counts are exact where they are small: a count of them together
-- would be an estimate.
SELECT
  ServiceName AS service,
  Release AS release,
  toString(sum(Made)) AS requests,
  toString(sum(Failures)) AS failed,
  toString(sumIf(Made, isRecent)) AS recent,
  arraySort(groupUniqArrayArrayIf(Environments, isRecent)) AS recentIn,
  toString(sum(sumIf(Made, isRecent)) OVER (PARTITION BY ServiceName)) AS recentOfAll
FROM (
  SELECT
    ServiceName,
    Release,
    Bucket > fromUnixTimestamp64Nano({recentNs:Int64}) - 10800 AS isRecent,
    uniqCombinedMerge(12)(Requests) AS Made,
    uniqCombinedMerge(12)(Failed) AS Failures,
    groupUniqArrayIf(Environment::String, Environment != '') AS Environments
  FROM service_activity
  WHERE Signal = 'spans' AND BucketMinutes = 180
    AND ({service:String} = '' OR ServiceName = {service:String})
    AND ServiceName NOT IN {hidden:Array(String)}
    AND ({environment:String} = '' OR Environment = {environment:String})
  GROUP BY ServiceName, Release, IsBrowser, Bucket
  QUALIFY IsBrowser = min(if(Made > 0, IsBrowser, 1)) OVER (PARTITION BY ServiceName, Release)
)
GROUP BY ServiceName, Release
QUALIFY Release IN {releases:Array(String)}
ORDER BY ServiceName, Release
LIMIT {limit:UInt32}
