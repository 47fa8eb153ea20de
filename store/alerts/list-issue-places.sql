-- One row per issue, after merges, that was seen since a time: the service and the innermost in-app function, with its
-- file, of its latest exception. By issue.
--   sinceNs  Unix nanoseconds
--   mergedFrom, mergedTo
--   limit    1 to 100000
SELECT transform(Issue::String, {mergedFrom:Array(String)}, {mergedTo:Array(String)}) AS issue,
  argMax(ServiceName::String, LastSeen) AS service, tupleElement(max(Latest), 'Function') AS function
FROM issues
WHERE LastSeen >= fromUnixTimestamp64Nano({sinceNs:Int64})
GROUP BY issue
ORDER BY issue
LIMIT {limit:UInt32}
