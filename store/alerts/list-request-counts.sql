-- One row per service, environment, release and side (isBrowser) with spans: when transactions began, and how many they
-- were and failed, at the same positions. In order of these names.
--   starts      Unix seconds: of stored buckets, or of single minutes
--   starts180, starts30, starts5  Unix seconds: the stored buckets of so many minutes to read
--   divided     Unix seconds: five minutes to read by minutes, from single rows
--   limit       1 to 100000
-- A transaction has one time, so that sums of buckets are what a longer one would count.
SELECT
  ServiceName AS service, Environment AS environment, Release AS release, IsBrowser = 1 AS isBrowser,
  groupArray(start) AS starts, groupArray(requests) AS requests, groupArray(failed) AS failed
FROM (
  SELECT ServiceName, Environment, Release, IsBrowser, start,
    toUInt32(uniqCombinedMerge(12)(Requests)) AS requests, toUInt32(uniqCombinedMerge(12)(Failed)) AS failed
  FROM (
    SELECT ServiceName::String AS ServiceName, Environment::String AS Environment, Release::String AS Release,
      IsBrowser, toUnixTimestamp(Bucket) AS start, Requests, Failed
    FROM service_activity
    WHERE Signal = 'spans' AND (
      BucketMinutes = 180 AND has(arrayMap(seconds -> fromUnixTimestamp(seconds), {starts180:Array(Int64)}), Bucket)
      OR BucketMinutes = 30 AND has(arrayMap(seconds -> fromUnixTimestamp(seconds), {starts30:Array(Int64)}), Bucket)
      OR BucketMinutes = 5 AND has(arrayMap(seconds -> fromUnixTimestamp(seconds), {starts5:Array(Int64)}), Bucket))
    UNION ALL
    SELECT ServiceName::String, Environment::String, Release::String, IsBrowser,
      toUnixTimestamp(toStartOfMinute(Timestamp)) AS start,
      uniqCombinedStateIf(12)(Id, IsRoot = 1), uniqCombinedStateIf(12)(Id, Failed = 1)
    FROM transactions
    WHERE has(arrayMap(seconds -> fromUnixTimestamp(seconds), {divided:Array(Int64)}), toStartOfFiveMinutes(Timestamp))
    GROUP BY ServiceName, Environment, Release, IsBrowser, start
  )
  GROUP BY ServiceName, Environment, Release, IsBrowser, start
  ORDER BY start
)
GROUP BY ServiceName, Environment, Release, IsBrowser
ORDER BY service, environment, release, isBrowser
LIMIT {limit:UInt32}
