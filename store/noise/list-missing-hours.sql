-- One row per service, path, release and hour in which the path ended in the 404 page. Latest first, then by service,
-- path and release.
--   fromNs, toNs  Unix nanoseconds, half-open, compared by whole hours
--   limit         1 to 10000
SELECT
  ServiceName AS service,
  Path AS path,
  noise_paths.Release AS release,
  toString(uniqCombinedMerge(12)(Hits)) AS hits,
  toString(toUnixTimestamp64Nano(toDateTime64(min(First), 9))) AS firstNs,
  toString(toUnixTimestamp64Nano(toDateTime64(max(Last), 9))) AS lastNs
FROM noise_paths
WHERE Hour >= toStartOfHour(fromUnixTimestamp64Nano({fromNs:Int64})) AND Hour < fromUnixTimestamp64Nano({toNs:Int64})
GROUP BY ServiceName, Path, noise_paths.Release, Hour
ORDER BY max(Last) DESC, service, path, release
LIMIT {limit:UInt32}
