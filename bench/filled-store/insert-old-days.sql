-- One row per signal and day on which one of two hundred services ran, in two environments: a year before, with a release
-- every ten days.
--   endNs  Unix nanoseconds: all days are before
INSERT INTO service_activity (BucketMinutes, Signal, Bucket, ServiceName, Environment, Release, IsBrowser, NewestStored,
  FirstSeen, LastSeen)
SELECT
  1440,
  ['spans', 'logs'][number % 2 + 1],
  toStartOfDay(fromUnixTimestamp64Nano({endNs:Int64}), 'UTC') - toIntervalDay(1 + intDiv(number, 800)) AS day,
  concat('service-', toString(intDiv(number, 4) % 200)),
  ['production', 'staging'][intDiv(number, 2) % 2 + 1],
  concat('1.', toString(36 - intDiv(number, 8000)), '.0'),
  0,
  day + 86399, day, day + 86399
FROM numbers(365 * 800)
SETTINGS max_partitions_per_insert_block = 0
