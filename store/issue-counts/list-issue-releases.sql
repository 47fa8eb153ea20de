-- One row per issue, service and release in which it was seen: first and last. By issue, then by first sight.
--   issues, members       and what is read for them, as membersOf says
--   partOf        issues that are split; of an exception of theirs the first pattern of partIs that fits names in partTo which issue it counts in
--   limit                 1 to 100000
SELECT
  issue,
  service,
  release,
  toString(toUnixTimestamp64Nano(min(first))) AS firstSeenNs,
  toString(toUnixTimestamp64Nano(max(last))) AS lastSeenNs
FROM (
  SELECT
    transform(Issue::String, {mergedFrom:Array(String)}, {mergedTo:Array(String)}) AS issue,
    ServiceName AS service, Release AS release, FirstSeen AS first, LastSeen AS last
  FROM issues
  WHERE Issue IN {members:Array(String)} AND Issue NOT IN {partOf:Array(String)}
  -- if parted
  UNION ALL
  SELECT
    coalesce(nullIf({partTo:Array(String)}[arrayFirstIndex(is -> match(MatchText, is), {partIs:Array(String)})], ''), transform(Issue::String, {mergedFrom:Array(String)}, {mergedTo:Array(String)})) AS issue,
    ServiceName AS service, Release AS release, min(Timestamp) AS first, max(Timestamp) AS last
  FROM exceptions
  WHERE Issue IN {members:Array(String)} AND Issue IN {partOf:Array(String)} AND issue IN {issues:Array(String)}
  GROUP BY issue, ServiceName, Release
  -- end
)
GROUP BY issue, service, release
ORDER BY issue, min(first), service, release
LIMIT {limit:UInt32}
