-- One row per release in which an issue came in the whole hours of a range: how many exceptions, and sessions. Most first, then by release.
--   fromNs, toNs            Unix nanoseconds, whole hours
--   issue, members          and what is read for it, as sourceIssueIds says
--   service, environment, release  '' for every one
--   hidden                  services left out
--   limit                   1 to 1000
SELECT
  Release AS release,
  toString(toInt64(uniqMerge(LogIds)) + greatest(toInt64(uniqMerge(DedupeKeys)) - toInt64(uniqMerge(LogDedupeKeys)), 0)) AS events,
  toString(uniqMerge(Sessions)) AS sessions
FROM (
  SELECT Release, LogIds, DedupeKeys, LogDedupeKeys, Sessions
  FROM issue_activity
  WHERE BucketMinutes = 60
    AND Bucket >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Bucket < fromUnixTimestamp64Nano({toNs:Int64})
    AND Issue IN {members:Array(String)}
    AND ({service:String} = '' OR ServiceName = {service:String})
    AND ServiceName NOT IN {hidden:Array(String)}
    AND ({environment:String} = '' OR Environment = {environment:String})
    AND ({release:String} = '' OR Release = {release:String})
)
GROUP BY Release
ORDER BY toInt64(events) DESC, release
LIMIT {limit:UInt32}
