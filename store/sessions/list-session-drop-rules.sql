-- One row per drop rule that removed something of a session's traces in the last seven days, and sender: of how many
-- traces, and when last, to the second. Servers first, then latest first, then by rule.
--   sessionId
--   limit      1 to 100
WITH of_session AS (SELECT TraceId FROM session_steps WHERE SessionId = {sessionId:String} AND TraceId != '')
SELECT
  splitByChar('/', mark)[1] AS rule,
  if(isBrowser, 'browser', 'server') AS sender,
  toString(uniqExact(trace)) AS traces,
  toString(toUnixTimestamp64Nano(toDateTime64(toDateTime(max(at)), 9))) AS lastNs
FROM (
  SELECT item.Mark::String AS mark, item.At AS at, TraceId AS trace, IsBrowser AS isBrowser
  FROM noise_spans
  ARRAY JOIN Removed AS item
  WHERE TraceId GLOBAL IN (of_session)
  UNION ALL
  SELECT Mark::String, Timestamp, TraceId, IsBrowser
  FROM noise_logs
  WHERE TraceId GLOBAL IN (of_session)
)
GROUP BY rule, sender
ORDER BY sender DESC, max(at) DESC, rule
LIMIT {limit:UInt32}
