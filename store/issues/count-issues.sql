-- One row per issue: how many exceptions it has in whole hours, in how many sessions, of how many users. By issue.
--   fromNs, toNs, dayFromNs, dayToNs  Unix nanoseconds, as wholeHours works them out
--   issues, members       and what is read for them, as membersOf says
--   partOf        issues that are parted; which issue an exception counts in is filled in: ask-by-issue
--   service, environment, release, hidden  '' for every one; services left out
--   side                  'browser' or 'server', by the name of the service; '' for both
--   limit                 1 to 1000
SELECT issue,
  toString(toInt64(uniqMerge(Logs)) + greatest(toInt64(uniqMerge(Told)) - toInt64(uniqMerge(ToldByLogs)), 0)) AS events,
  toString(uniqMerge(Sessions)) AS sessions, toString(uniqMerge(Users)) AS users
FROM (
  SELECT /* merged */ Issue AS issue,
    Logs, Told, ToldByLogs, Sessions, Users
  FROM issue_counts
  WHERE (Every = 1440 AND Bucket >= fromUnixTimestamp64Nano({dayFromNs:Int64}) AND Bucket < fromUnixTimestamp64Nano({dayToNs:Int64})
      OR Every = 60 AND Bucket >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Bucket < fromUnixTimestamp64Nano({toNs:Int64})
        AND (Bucket < fromUnixTimestamp64Nano({dayFromNs:Int64}) OR Bucket >= fromUnixTimestamp64Nano({dayToNs:Int64})))
    AND Issue IN {members:Array(String)} AND Issue NOT IN {partOf:Array(String)}
    AND ({service:String} = '' OR ServiceName = {service:String}) AND ServiceName NOT IN {hidden:Array(String)}
    AND ({environment:String} = '' OR Environment = {environment:String}) AND ({release:String} = '' OR Release = {release:String})
    AND ({side:String} = '' OR endsWith(ServiceName, 'browser') = ({side:String} = 'browser'))
  -- if parted
  UNION ALL
  SELECT /* its part */ '' AS issue,
    uniqStateIf(Id, Shape = 'log') AS Logs, uniqState(Same) AS Told, uniqStateIf(Same, Shape = 'log') AS ToldByLogs,
    uniqStateIf(sipHash64(SessionId), SessionId != '') AS Sessions, uniqStateIf(sipHash64(
      coalesce(nullIf(Attributes['user.id'], ''), Attributes['enduser.id']) AS user), user != '') AS Users
  FROM exceptions
  WHERE Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
    AND Issue IN {members:Array(String)} AND Issue IN {partOf:Array(String)} AND issue IN {issues:Array(String)}
    AND ({service:String} = '' OR ServiceName = {service:String}) AND ServiceName NOT IN {hidden:Array(String)}
    AND ({environment:String} = '' OR Environment = {environment:String}) AND ({release:String} = '' OR Release = {release:String})
    AND ({side:String} = '' OR endsWith(ServiceName, 'browser') = ({side:String} = 'browser'))
  GROUP BY issue
  -- end
)
GROUP BY issue
ORDER BY issue
LIMIT {limit:UInt32}
