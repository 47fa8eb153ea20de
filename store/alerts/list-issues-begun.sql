-- One row per issue, after merges, that was first seen in one of the ranges: when it was first and last seen, and
-- whether it is another one's continuation under a new id. The newest first, then by issue.
--   fromNs, toNs  Unix nanoseconds, at the same positions, half-open
--   mergedFrom, mergedTo
--   limit         1 to 10000
-- isContinued: an older issue of the service was last seen before this one began, with the same type, function and
-- message but for its digits: a new version of the grouping rule, or a sender that sets other fingerprints, renamed it.
-- Issues that have nothing to do with those that began are read no further than when they were first seen, or their type.
WITH
  begun AS (
    SELECT issue, first, last, service, latest.2 AS type, latest.5 AS function,
      replaceRegexpAll(latest.3, '[0-9]+', '0') AS message
    FROM (
      SELECT transform(Issue::String, {mergedFrom:Array(String)}, {mergedTo:Array(String)}) AS issue,
        min(FirstSeen) AS first, max(LastSeen) AS last, argMax(ServiceName::String, LastSeen) AS service,
        max(Latest) AS latest
      FROM issues
      WHERE Issue GLOBAL IN (
          SELECT Issue FROM issues
          WHERE FirstSeen >= fromUnixTimestamp64Nano(arrayMin({fromNs:Array(Int64)}))
            AND FirstSeen < fromUnixTimestamp64Nano(arrayMax({toNs:Array(Int64)})))
        OR Issue IN {mergedFrom:Array(String)} OR Issue IN {mergedTo:Array(String)}
      GROUP BY issue
    )
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
  FROM (
    SELECT transform(Issue::String, {mergedFrom:Array(String)}, {mergedTo:Array(String)}) AS issue,
      max(LastSeen) AS last, argMax(ServiceName::String, LastSeen) AS service, max(Latest) AS latest
    FROM issues
    WHERE Issue GLOBAL IN (
        SELECT Issue FROM issues WHERE (ServiceName::String, Latest.2) GLOBAL IN (SELECT service, type FROM begun))
      OR Issue IN {mergedFrom:Array(String)} OR Issue IN {mergedTo:Array(String)}
    GROUP BY issue
  )
) AS older
  ON begun.service = older.service AND begun.type = older.type AND begun.function = older.function
    AND begun.message = older.message
GROUP BY begun.issue, begun.service, begun.first, begun.last
ORDER BY begun.first DESC, begun.issue
LIMIT {limit:UInt32}
