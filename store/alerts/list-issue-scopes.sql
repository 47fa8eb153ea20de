-- One row per given issue, service, environment and release that it has exceptions of since a day. By issue, then by
-- names.
--   members  ids to read for the issues, from sourceIssueIds
--   sinceNs  Unix nanoseconds; its day counts as a whole
--   mergedFrom, mergedTo
--   limit    1 to 100000
SELECT DISTINCT transform(Issue::String, {mergedFrom:Array(String)}, {mergedTo:Array(String)}) AS issue,
  ServiceName::String AS service, Environment::String AS environment, Release::String AS release
FROM issue_activity
WHERE BucketMinutes = 1440 AND Issue IN {members:Array(String)}
  AND Bucket >= toDateTime(intDiv({sinceNs:Int64}, 86400000000000) * 86400)
ORDER BY issue, service, environment, release
LIMIT {limit:UInt32}
