-- One row per session of which an event in the range matches a search: when the last one did. Latest first, then by
-- session.
--   fromNs, toNs          Unix nanoseconds, half-open
--   beforeNs, afterSession  after this place: Unix nanoseconds and a session
--   service, environment, release, hidden  '' for every one; services left out
--   limit                 1 to 500
-- Code inserts search (insert-expressions.ts).
SELECT SessionId AS sessionId, toString(toUnixTimestamp64Nano(max(Timestamp))) AS lastNs
FROM session_steps
WHERE Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
  AND ({service:String} = '' OR ServiceName = {service:String})
  AND ServiceName NOT IN {hidden:Array(String)}
  AND ({environment:String} = '' OR Environment = {environment:String})
  AND ({release:String} = '' OR Release = {release:String})
  AND ({{search: 1}})
GROUP BY SessionId
HAVING max(Timestamp) < fromUnixTimestamp64Nano({beforeNs:Int64})
  OR (max(Timestamp) = fromUnixTimestamp64Nano({beforeNs:Int64}) AND SessionId > {afterSession:String})
ORDER BY max(Timestamp) DESC, SessionId
LIMIT {limit:UInt32}
