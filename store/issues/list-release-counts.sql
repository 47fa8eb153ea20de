-- One row per release in which an issue came in the whole hours of a range: how many exceptions, and sessions. Most first, then by release.
--   fromNs, toNs            Unix nanoseconds, whole hours
--   issue, members          and what is read for it, as membersOf says
--   partOf        issues that are parted; which issue an exception counts in is filled in: ask-by-issue
--   service, environment, release  '' for every one
--   hidden                  services left out
--   limit                   1 to 1000
SELECT
  Release AS release,
  toString(toInt64(uniqMerge(Logs)) + greatest(toInt64(uniqMerge(Told)) - toInt64(uniqMerge(ToldByLogs)), 0)) AS events,
  toString(uniqMerge(Sessions)) AS sessions
FROM (
  SELECT Release, Logs, Told, ToldByLogs, Sessions
  FROM issue_counts
  WHERE Every = 60
    AND Bucket >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Bucket < fromUnixTimestamp64Nano({toNs:Int64})
    AND Issue IN {members:Array(String)} AND Issue NOT IN {partOf:Array(String)}
    AND ({service:String} = '' OR ServiceName = {service:String})
    AND ServiceName NOT IN {hidden:Array(String)}
    AND ({environment:String} = '' OR Environment = {environment:String})
    AND ({release:String} = '' OR Release = {release:String})
  -- if parted
  UNION ALL
  SELECT Release, uniqStateIf(Id, Shape = 'log') AS Logs, uniqState(Same) AS Told, uniqStateIf(Same, Shape = 'log') AS ToldByLogs,
    uniqStateIf(sipHash64(SessionId), SessionId != '') AS Sessions
  FROM exceptions
  WHERE Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
    AND Issue IN {members:Array(String)} AND Issue IN {partOf:Array(String)}
    AND /* its part */ '' = {issue:String}
    AND ({service:String} = '' OR ServiceName = {service:String})
    AND ServiceName NOT IN {hidden:Array(String)}
    AND ({environment:String} = '' OR Environment = {environment:String})
    AND ({release:String} = '' OR Release = {release:String})
  GROUP BY Release
  -- end
)
GROUP BY Release
ORDER BY toInt64(events) DESC, release
LIMIT {limit:UInt32}
