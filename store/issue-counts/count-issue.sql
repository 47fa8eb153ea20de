-- One row of what an issue had in the whole hours of a range and in as many before, in no order.
--   beforeNs, fromNs, toNs  Unix nanoseconds, whole hours: from beforeNs to fromNs is before
--   issue, members          and what is read for it, as sourceIssueIds says
--   service, environment, release  '' for every one
--   hidden                  services left out
--   limit                   1
SELECT
  toString(toInt64(uniqMergeIf(LogIds, isNow)) + greatest(toInt64(uniqMergeIf(DedupeKeys, isNow)) - toInt64(uniqMergeIf(LogDedupeKeys, isNow)), 0)) AS events,
  toString(toInt64(uniqMergeIf(LogIds, NOT isNow)) + greatest(toInt64(uniqMergeIf(DedupeKeys, NOT isNow)) - toInt64(uniqMergeIf(LogDedupeKeys, NOT isNow)), 0))
    AS eventsBefore,
  toString(uniqMergeIf(Sessions, isNow)) AS sessionCount,
  toString(uniqMergeIf(Sessions, NOT isNow)) AS sessionsBefore,
  toString(uniqMergeIf(Users, isNow)) AS userCount
FROM (
  SELECT Bucket >= fromUnixTimestamp64Nano({fromNs:Int64}) AS isNow, LogIds, DedupeKeys, LogDedupeKeys, Sessions, Users
  FROM issue_activity
  WHERE BucketMinutes = 60
    AND Bucket >= fromUnixTimestamp64Nano({beforeNs:Int64}) AND Bucket < fromUnixTimestamp64Nano({toNs:Int64})
    AND Issue IN {members:Array(String)}
    AND ({service:String} = '' OR ServiceName = {service:String})
    AND ServiceName NOT IN {hidden:Array(String)}
    AND ({environment:String} = '' OR Environment = {environment:String})
    AND ({release:String} = '' OR Release = {release:String})
)
LIMIT {limit:UInt32}
