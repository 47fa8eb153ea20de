-- One row per session in which a user was named: when last. Latest first, then by session.
--   userId                  as it was sent; the table keeps 256 bytes of it
--   beginning               of a user of 256 bytes that ends in half a letter, which no address can have; '' for none
--   beforeNs, afterSession  after this place: Unix nanoseconds and a session
--   limit                   1 to 500
SELECT SessionId AS sessionId, toString(toUnixTimestamp64Nano(max(Timestamp))) AS lastNs
FROM session_steps
WHERE UserId != '' AND (UserId = left({userId:String}, 256) OR ({beginning:String} != '' AND startsWith(UserId, {beginning:String}) AND length(UserId) = 256))
GROUP BY SessionId
HAVING max(Timestamp) < fromUnixTimestamp64Nano({beforeNs:Int64})
  OR (max(Timestamp) = fromUnixTimestamp64Nano({beforeNs:Int64}) AND SessionId > {afterSession:String})
ORDER BY max(Timestamp) DESC, SessionId
LIMIT {limit:UInt32}
