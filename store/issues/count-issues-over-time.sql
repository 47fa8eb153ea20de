-- One row per issue and slot in which it has exceptions, and how many in how many sessions. By issue, then by slot.
--   fromNs, toNs     Unix nanoseconds, whole slots
--   stepNs, every    length of a slot, and the minutes that the table is read by: 60, or 1440 where slots are whole days
--   members, mergedFrom, mergedTo  the issues with those merged into them, and which count as which
--   service, environment, release  '' for every one
--   hidden           services left out
--   limit            1 to 200000
SELECT
  if(has({mergedFrom:Array(String)}, Issue), {mergedTo:Array(String)}[indexOf({mergedFrom:Array(String)}, Issue)], Issue::String) AS issue,
  toString(intDiv(toUnixTimestamp(Bucket) * 1000000000, {stepNs:Int64}) * {stepNs:Int64}) AS slotNs,
  toString(toInt64(uniqMerge(Logs)) + greatest(toInt64(uniqMerge(Told)) - toInt64(uniqMerge(ToldByLogs)), 0)) AS events,
  toString(uniqMerge(Sessions)) AS sessions
FROM issue_counts
WHERE Every = {every:UInt16}
  AND Bucket >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Bucket < fromUnixTimestamp64Nano({toNs:Int64})
  AND Issue IN {members:Array(String)}
  AND ({service:String} = '' OR ServiceName = {service:String})
  AND ServiceName NOT IN {hidden:Array(String)}
  AND ({environment:String} = '' OR Environment = {environment:String})
  AND ({release:String} = '' OR Release = {release:String})
GROUP BY issue, intDiv(toUnixTimestamp(Bucket) * 1000000000, {stepNs:Int64})
ORDER BY issue, intDiv(toUnixTimestamp(Bucket) * 1000000000, {stepNs:Int64})
LIMIT {limit:UInt32}
