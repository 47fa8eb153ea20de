-- One row per session of a user: when they were last seen. Latest first, then by session.
--   userId                  as sent; the table keeps 256 bytes of it
--   beginning               the first bytes of a user id whose 256 bytes end within a character, which no URL can have;
--                           '' for none
--   beforeNs, afterSession  the cursor: Unix nanoseconds and a session
--   limit                   1 to 500
SELECT SessionId AS sessionId, toString(toUnixTimestamp64Nano(max(Timestamp))) AS lastNs
FROM session_steps
WHERE UserId != ''
  AND (UserId = left({userId:String}, 256)
    OR ({beginning:String} != '' AND startsWith(UserId, {beginning:String}) AND length(UserId) = 256))
GROUP BY SessionId
HAVING max(Timestamp) < fromUnixTimestamp64Nano({beforeNs:Int64})
  OR (max(Timestamp) = fromUnixTimestamp64Nano({beforeNs:Int64}) AND SessionId > {afterSession:String})
ORDER BY max(Timestamp) DESC, SessionId
LIMIT {limit:UInt32}
