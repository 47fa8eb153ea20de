-- One row per day: how many bytes the tables of this database have on the node that answers, of that day's telemetry,
-- and how many leave with it because they are kept no longer. By day.
--   limit  1 to 10000
-- It covers tables with a partition a day. Of the others, which are small, only the bytes that expire are known.
SELECT toString(day) AS day, toString(sum(ofDay)) AS ofDayBytes, toString(sum(leaves)) AS leavingBytes
FROM (
  SELECT toDate(partition) AS day, bytes_on_disk AS ofDay, 0 AS leaves
  FROM system.parts
  WHERE active AND database = currentDatabase() AND match(partition, '^\\d{4}-\\d\\d-\\d\\d$')
  UNION ALL
  SELECT toDate(delete_ttl_info_max, 'UTC') AS day, 0, bytes_on_disk
  FROM system.parts
  WHERE active AND database = currentDatabase() AND delete_ttl_info_max > toDateTime(0)
)
GROUP BY day
ORDER BY day
LIMIT {limit:UInt32}
