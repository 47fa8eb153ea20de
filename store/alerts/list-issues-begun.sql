-- One row per issue, after merges, that was first seen in one of the ranges: when it was first and last seen, and
-- whether it is another one's continuation under a new id. The newest first, then by issue.
--   fromNs, toNs  Unix nanoseconds, at the same positions, half-open
--   mergedFrom, mergedTo
--   limit         1 to 10000
-- isContinued: an older issue of the service was last seen before this one began, with the same type, function and
-- message but for its digits: a new version of the grouping rule, or a sender that sets other fingerprints, renamed it.
WITH
  seen AS (
    SELECT transform(Issue::String, {mergedFrom:Array(String)}, {mergedTo:Array(String)}) AS issue,
      min(FirstSeen) AS first, max(LastSeen) AS last, argMax(ServiceName::String, LastSeen) AS service,
      max(Latest) AS latest
    FROM issues
    GROUP BY issue
  ),
  begun AS (
    SELECT issue, first, last, service, latest.2 AS type, latest.5 AS function,
      replaceRegexpAll(latest.3, '[0-9]+', '0') AS message
    FROM seen
    WHERE arrayExists((a, b) -> toUnixTimestamp64Nano(first) >= a AND toUnixTimestamp64Nano(first) < b,
      {fromNs:Array(Int64)}, {toNs:Array(Int64)})
  )
SELECT begun.issue AS issue, begun.service AS service, toString(toUnixTimestamp64Nano(begun.first)) AS firstSeenNs,
  toString(toUnixTimestamp64Nano(begun.last)) AS lastSeenNs,
  countIf(older.issue != '' AND older.issue != begun.issue AND older.last < begun.first) > 0 AS isContinued
FROM begun
LEFT JOIN (
  SELECT issue, last, service, latest.2 AS type, latest.5 AS function,
    replaceRegexpAll(latest.3, '[0-9]+', '0') AS message
  FROM seen
  WHERE latest.2 GLOBAL IN (SELECT type FROM begun)
) AS older
  ON begun.service = older.service AND begun.type = older.type AND begun.function = older.function
    AND begun.message = older.message
GROUP BY begun.issue, begun.service, begun.first, begun.last
ORDER BY begun.first DESC, begun.issue
LIMIT {limit:UInt32}
