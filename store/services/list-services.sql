-- One row per service that has a span, a log record or an exception in the range. By name.
--   fromNs, toNs  Unix nanoseconds, compared in whole five minutes
--   limit         1 to 1000
-- By the day where the range has one whole.
WITH
  toStartOfFiveMinutes(fromUnixTimestamp64Nano({fromNs:Int64})) AS rangeFrom,
  fromUnixTimestamp64Nano({toNs:Int64}) AS rangeTo,
  toStartOfDay(rangeFrom + 86399, 'UTC') AS dayFrom,
  greatest(dayFrom, toStartOfDay(rangeTo, 'UTC')) AS dayTo
SELECT ServiceName AS service
FROM service_activity
WHERE Signal IN ('spans', 'logs')
  AND (BucketMinutes = 1440 AND Bucket >= dayFrom AND Bucket < dayTo
    OR BucketMinutes = 5 AND Bucket >= rangeFrom AND Bucket < rangeTo AND (Bucket < dayFrom OR Bucket >= dayTo))
GROUP BY service
ORDER BY service
LIMIT {limit:UInt32}
