-- One row per issue and error, of its newest: the trace, session and user, each '' for none. By issue, newest first, then by
-- error.
--   members            ids to read for the issues, from sourceIssueIds
--   fromNs, toNs       Unix nanoseconds, half-open
--   service, environment, release, hidden  '' for every one; services to leave out
--   side               'browser' or 'server', by who sent it; '' for both
--   perIssue           1 to 101
--   limit              1 to 5050
-- Only the newest five minutes of an issue are read: as many of them as rows are wanted have enough errors.
WITH newest AS (
  SELECT Bucket, Issue
  FROM issue_activity
  WHERE BucketMinutes = 5 AND Bucket >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({fromNs:Int64}))
    AND Bucket < fromUnixTimestamp64Nano({toNs:Int64})
    AND Issue IN {members:Array(String)}
    AND ({service:String} = '' OR ServiceName = {service:String}) AND ServiceName NOT IN {hidden:Array(String)}
    AND ({environment:String} = '' OR Environment = {environment:String})
    AND ({release:String} = '' OR Release = {release:String})
    AND ({side:String} = '' OR IsBrowser = ({side:String} = 'browser'))
  GROUP BY Bucket, Issue
  ORDER BY Bucket DESC
  LIMIT {perIssue:UInt32} BY Issue
)
SELECT issue, traceId, sessionId, user
FROM (
  SELECT transform(Issue::String, {mergedFrom:Array(String)}, {mergedTo:Array(String)}) AS issue, DedupeKey,
    max(TraceId) AS traceId, max(SessionId) AS sessionId,
    max({{user}}) AS user, max(Timestamp) AS last
  FROM exceptions
  WHERE (toStartOfFiveMinutes(Timestamp), Issue) GLOBAL IN newest
    AND Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
    AND ({service:String} = '' OR ServiceName = {service:String}) AND ServiceName NOT IN {hidden:Array(String)}
    AND ({environment:String} = '' OR Environment = {environment:String})
    AND ({release:String} = '' OR Release = {release:String})
    AND ({side:String} = '' OR IsBrowser = ({side:String} = 'browser'))
  GROUP BY issue, DedupeKey
)
ORDER BY issue, last DESC, DedupeKey
LIMIT {perIssue:UInt32} BY issue
LIMIT {limit:UInt32}
