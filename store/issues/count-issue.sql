-- One row of what an issue had in the whole hours of a range and in as many before, in no order.
--   beforeNs, fromNs, toNs  Unix nanoseconds, whole hours: from beforeNs to fromNs is before
--   members                 the issue and those merged into it
--   service, environment, release  '' for every one
--   hidden                  services left out
--   limit                   1
SELECT
  toString(toInt64(uniqMergeIf(Logs, isNow)) + greatest(toInt64(uniqMergeIf(Told, isNow)) - toInt64(uniqMergeIf(ToldByLogs, isNow)), 0)) AS events,
  toString(toInt64(uniqMergeIf(Logs, NOT isNow)) + greatest(toInt64(uniqMergeIf(Told, NOT isNow)) - toInt64(uniqMergeIf(ToldByLogs, NOT isNow)), 0))
    AS eventsBefore,
  toString(uniqMergeIf(Sessions, isNow)) AS sessionCount,
  toString(uniqMergeIf(Sessions, NOT isNow)) AS sessionsBefore,
  toString(uniqMergeIf(Users, isNow)) AS userCount
FROM (SELECT *, Bucket >= fromUnixTimestamp64Nano({fromNs:Int64}) AS isNow FROM issue_counts)
WHERE Every = 60
  AND Bucket >= fromUnixTimestamp64Nano({beforeNs:Int64}) AND Bucket < fromUnixTimestamp64Nano({toNs:Int64})
  AND Issue IN {members:Array(String)}
  AND ({service:String} = '' OR ServiceName = {service:String})
  AND ServiceName NOT IN {hidden:Array(String)}
  AND ({environment:String} = '' OR Environment = {environment:String})
  AND ({release:String} = '' OR Release = {release:String})
LIMIT {limit:UInt32}
