-- One row per path that ended in the 404 page in the range: how often, in which services, from which referrers, and
-- since when. Paths that are new in the range first, then by hits, then by path.
--   fromNs, toNs      Unix nanoseconds, half-open, compared by whole hours
--   service, release  '' for every one
--   hidden            services to leave out
--   limit             1 to 500
WITH
  toStartOfHour(fromUnixTimestamp64Nano({fromNs:Int64})) AS rangeFrom,
  Hour >= rangeFrom AS isNow
SELECT
  Path AS path,
  min(First) >= fromUnixTimestamp64Nano({fromNs:Int64}) AS isNew,
  toString(uniqCombinedMergeIf(12)(Hits, isNow)) AS hits,
  toString(toUnixTimestamp64Nano(toDateTime64(min(First), 9))) AS firstNs,
  toString(toUnixTimestamp64Nano(toDateTime64(max(Last), 9))) AS lastNs,
  arraySort(groupUniqArrayIf(4)(ServiceName::String, isNow)) AS services,
  arraySort(groupUniqArrayIf(4)(Referrer, isNow AND Referrer != '')) AS referrers,
  arraySort(groupUniqArrayIf(4)(noise_paths.Release::String, isNow AND noise_paths.Release != '')) AS releases
FROM noise_paths
WHERE Hour < fromUnixTimestamp64Nano({toNs:Int64})
  AND ({service:String} = '' OR ServiceName = {service:String})
  AND ServiceName NOT IN {hidden:Array(String)}
  AND ({release:String} = '' OR noise_paths.Release = {release:String})
GROUP BY Path
HAVING max(Hour) >= rangeFrom
ORDER BY isNew DESC, uniqCombinedMergeIf(12)(Hits, isNow) DESC, path
LIMIT {limit:UInt32}
