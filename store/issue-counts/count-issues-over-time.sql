-- One row per issue and slot in which it has exceptions, and how many in how many sessions. By issue, then by slot.
--   fromNs, toNs     Unix nanoseconds, whole slots
--   stepNs, every    length of a slot, and the minutes that the table is read by: 60, or 1440 where slots are whole days
--   issues           those asked for
--   members          what is read for them, as sourceIssueIds says
--   service, environment, release  '' for every one
--   hidden           services left out
--   limit            1 to 200000
SELECT
  issue,
  toString(slot * {stepNs:Int64}) AS slotNs,
  toString(toInt64(uniqMerge(LogIds)) + greatest(toInt64(uniqMerge(DedupeKeys)) - toInt64(uniqMerge(LogDedupeKeys)), 0)) AS events,
  toString(uniqMerge(Sessions)) AS sessions
FROM (
  SELECT
    transform(Issue::String, {mergedFrom:Array(String)}, {mergedTo:Array(String)}) AS issue,
    intDiv(toUnixTimestamp(Bucket) * 1000000000, {stepNs:Int64}) AS slot,
    LogIds, DedupeKeys, LogDedupeKeys, Sessions
  FROM issue_activity
  WHERE BucketMinutes = {every:UInt16}
    AND Bucket >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Bucket < fromUnixTimestamp64Nano({toNs:Int64})
    AND Issue IN {members:Array(String)}
    AND ({service:String} = '' OR ServiceName = {service:String})
    AND ServiceName NOT IN {hidden:Array(String)}
    AND ({environment:String} = '' OR Environment = {environment:String})
    AND ({release:String} = '' OR Release = {release:String})
)
GROUP BY issue, slot
ORDER BY issue, slot
LIMIT {limit:UInt32}
