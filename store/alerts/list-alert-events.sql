-- One row per event of a rule. Newest first, then by id.
--   fromNs, toNs   Unix nanoseconds, half-open
--   afterNs, afterId  the event before the first one; toNs and '' for the newest
--   ids            of the events; empty for every one
--   rule, subject, episode  '' for every one
--   limit          1 to 100000
SELECT
  Id AS id, toString(toUnixTimestamp64Nano(At)) AS atNs, Rule AS rule, Revision AS revision, Subject AS subject,
  Episode AS episode, What AS what, Content AS content, Desk AS desk
FROM alert_events FINAL
WHERE At >= fromUnixTimestamp64Nano({fromNs:Int64}) AND At < fromUnixTimestamp64Nano({toNs:Int64})
  AND (At < fromUnixTimestamp64Nano({afterNs:Int64}) OR Id > {afterId:String})
  AND (empty({ids:Array(String)}) OR Id IN {ids:Array(String)})
  AND ({rule:String} = '' OR Rule = {rule:String})
  AND ({subject:String} = '' OR Subject = {subject:String})
  AND ({episode:String} = '' OR Episode = {episode:String})
ORDER BY At DESC, Id
LIMIT {limit:UInt32}
