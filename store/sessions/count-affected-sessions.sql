-- One row: the number of sessions with an exception, now and before.
--   fromNs                  Unix nanoseconds: what is earlier is before
--   service, environment, release  '' for every one
--   hidden                  services to leave out
--   sessionsNow, sessionsBefore  further ones: those of traces whose exceptions name none
--   limit                   1
-- Code inserts stored and single (insert-expressions.ts): the stored buckets and the single rows of both periods.
SELECT toString(uniqMergeIf(Sessions, isNow)) AS now, toString(uniqMergeIf(Sessions, NOT isNow)) AS before
FROM (
  SELECT Bucket >= fromUnixTimestamp64Nano({fromNs:Int64}) AS isNow, Sessions
  FROM issue_activity
  WHERE ({{stored: BucketMinutes = 5}})
    AND ({service:String} = '' OR ServiceName = {service:String})
    AND ServiceName NOT IN {hidden:Array(String)}
    AND ({environment:String} = '' OR Environment = {environment:String})
    AND ({release:String} = '' OR Release = {release:String})
  UNION ALL
  SELECT Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) AS isNow,
    uniqStateIf(sipHash64(SessionId), SessionId != '')
  FROM exceptions
  WHERE ({{single: 0}})
    AND ({service:String} = '' OR ServiceName = {service:String})
    AND ServiceName NOT IN {hidden:Array(String)}
    AND ({environment:String} = '' OR Environment = {environment:String})
    AND ({release:String} = '' OR Release = {release:String})
  GROUP BY isNow
  UNION ALL
  SELECT true, uniqState(sipHash64(arrayJoin({sessionsNow:Array(String)})))
  UNION ALL
  SELECT false, uniqState(sipHash64(arrayJoin({sessionsBefore:Array(String)})))
)
ORDER BY now
LIMIT {limit:UInt32}
