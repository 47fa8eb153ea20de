-- One row per environment and per release that a transaction of the range names. By kind, then by name.
--   fromNs, toNs  Unix nanoseconds, half-open, in whole three hours
--   limit         1 to 1000
SELECT choice.1 AS kind, choice.2 AS name
FROM (
  SELECT DISTINCT Environment::String AS environment, Release::String AS release
  FROM service_activity
  WHERE Signal = 'spans' AND BucketMinutes = 180 AND Bucket > fromUnixTimestamp64Nano({fromNs:Int64}) - 10800 AND Bucket < fromUnixTimestamp64Nano({toNs:Int64})
)
ARRAY JOIN [('environment', environment), ('release', release)] AS choice
WHERE name != ''
GROUP BY kind, name
ORDER BY kind, name
LIMIT {limit:UInt32}
