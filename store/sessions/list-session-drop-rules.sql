-- One row per drop rule that removed something of a session's traces in the last seven days, and sender: of how many
-- traces, and when last, to the second. Servers first, then latest first, then by rule.
--   sessionId
--   limit      1 to 100
SELECT
  Rule AS rule,
  if(Subject GLOBAL IN (SELECT sipHash64(TraceId) FROM session_steps
    WHERE SessionId = {sessionId:String} AND TraceId != ''), 'server', 'browser') AS sender,
  toString(uniqExact(Subject)) AS traces,
  toString(toUnixTimestamp64Nano(toDateTime64(max(Last), 9))) AS lastNs
FROM noise_subjects
WHERE Subject GLOBAL IN (
  SELECT arrayJoin([sipHash64(TraceId), sipHash64('browser', TraceId)])
  FROM session_steps
  WHERE SessionId = {sessionId:String} AND TraceId != '')
GROUP BY Rule, sender
ORDER BY sender DESC, max(Last) DESC, Rule
LIMIT {limit:UInt32}
