-- One row per issue: how many exceptions it has in whole hours, in how many sessions, of how many users. By issue.
--   fromNs, toNs, dayFromNs, dayToNs  Unix nanoseconds, as wholeHours works them out
--   issues, members       and what is read for them, as sourceIssueIds says
--   service, environment, release, hidden  '' for every one; services left out
--   side                  'browser' or 'server', by the name of the service; '' for both
--   limit                 1 to 1000
SELECT issue,
  toString(toInt64(uniqMerge(LogIds)) + greatest(toInt64(uniqMerge(DedupeKeys)) - toInt64(uniqMerge(LogDedupeKeys)), 0)) AS events,
  toString(uniqMerge(Sessions)) AS sessions, toString(uniqMerge(Users)) AS users
FROM (
  SELECT transform(Issue::String, {mergedFrom:Array(String)}, {mergedTo:Array(String)}) AS issue,
    LogIds, DedupeKeys, LogDedupeKeys, Sessions, Users
  FROM issue_activity
  WHERE (BucketMinutes = 1440 AND Bucket >= fromUnixTimestamp64Nano({dayFromNs:Int64}) AND Bucket < fromUnixTimestamp64Nano({dayToNs:Int64})
      OR BucketMinutes = 60 AND Bucket >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Bucket < fromUnixTimestamp64Nano({toNs:Int64})
        AND (Bucket < fromUnixTimestamp64Nano({dayFromNs:Int64}) OR Bucket >= fromUnixTimestamp64Nano({dayToNs:Int64})))
    AND Issue IN {members:Array(String)}
    AND ({service:String} = '' OR ServiceName = {service:String}) AND ServiceName NOT IN {hidden:Array(String)}
    AND ({environment:String} = '' OR Environment = {environment:String}) AND ({release:String} = '' OR Release = {release:String})
    AND ({side:String} = '' OR endsWith(ServiceName, 'browser') = ({side:String} = 'browser'))
)
GROUP BY issue
ORDER BY issue
LIMIT {limit:UInt32}
