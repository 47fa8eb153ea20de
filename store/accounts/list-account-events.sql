-- One row per event of an account, invitation, session or token; of sessions, only recent events, and of the uses of a token,
-- which are many, only the last one. In the order of time, then of id.
--   sessionsFromNs   start of the sessions' events, Unix nanoseconds
--   continuedFromNs  likewise of those that continue a session, which are many
--   limit            1 to 1000000
SELECT Subject AS subject, toString(toUnixTimestamp64Nano(At)) AS atNs, Id AS id, What AS what, Sealed AS sealed
FROM account_events FINAL
WHERE (NOT startsWith(What, 'session-') OR At >= fromUnixTimestamp64Nano({sessionsFromNs:Int64}))
  AND (What != 'session-continued' OR At >= fromUnixTimestamp64Nano({continuedFromNs:Int64}))
  AND (What != 'token-used' OR (Subject, At) IN (
    SELECT Subject, max(At) FROM account_events WHERE What = 'token-used' GROUP BY Subject
  ))
ORDER BY At, Id
LIMIT {limit:UInt32}
