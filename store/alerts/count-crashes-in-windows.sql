-- One row per window, service, release and environment with sessions, and one with environment '' for all together: how
-- many sessions, and how many crashed. By window, then by service, release and environment.
--   starts, windows  the three hours of each window, at the same positions; Unix seconds
--   limit            1 to 100000
SELECT toUInt32(window) AS window, service, release, environment, toString(uniqMerge(Sessions)) AS sessions,
  toString(uniqMerge(Crashed)) AS crashed
FROM (
  -- Not by ARRAY JOIN: a cluster takes it and the one below for the same column.
  SELECT arrayJoin(arrayFilter((window, start) -> start = toUnixTimestamp(Bucket), {windows:Array(Int64)},
      {starts:Array(Int64)})) AS window,
    ServiceName::String AS service, Release::String AS release, Environment::String AS named, Sessions, Crashed
  FROM service_activity
  WHERE BucketMinutes = 180 AND has(arrayMap(seconds -> fromUnixTimestamp(seconds), {starts:Array(Int64)}), Bucket)
)
ARRAY JOIN arrayDistinct(['', named]) AS environment
GROUP BY window, service, release, environment
HAVING uniqMerge(Sessions) > 0
ORDER BY window, service, release, environment
LIMIT {limit:UInt32}
