-- One row per issue that was seen since a time and whose latest exception has a route. By issue.
--   fromNs                Unix nanoseconds
--   route                 '' for any
--   mergedFrom, mergedTo  issues that were merged, and into which
--   limit                 1 to 100000
SELECT issue
FROM (
  SELECT transform(Issue::String, {mergedFrom:Array(String)}, {mergedTo:Array(String)}) AS issue,
    (Latest.Seen, Latest.Route) AS last
  FROM issues
  WHERE LastSeen >= fromUnixTimestamp64Nano({fromNs:Int64})
)
GROUP BY issue
HAVING {route:String} = '' OR max(last).2 = {route:String}
ORDER BY issue
LIMIT {limit:UInt32}
