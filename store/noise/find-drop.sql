-- One row per drop rule that removed something of a trace, or an item with a digest, in the last seven days, and
-- sender: first and last time, to the second. Servers first, then latest first, then by rule.
--   subject  a lower-case trace id, or a digest
--   limit    1 to 100
SELECT
  splitByChar('/', mark)[1] AS rule,
  if(isBrowser, 'browser', 'server') AS sender,
  toString(toUnixTimestamp64Nano(toDateTime64(toDateTime(min(at)), 9))) AS firstNs,
  toString(toUnixTimestamp64Nano(toDateTime64(toDateTime(max(at)), 9))) AS lastNs
FROM (
  SELECT item.Mark::String AS mark, item.At AS at, IsBrowser AS isBrowser
  FROM noise_spans
  ARRAY JOIN Removed AS item
  WHERE TraceId = {subject:String}
  UNION ALL
  SELECT item.Mark::String, item.At, IsBrowser
  FROM noise_spans
  ARRAY JOIN Removed AS item
  WHERE Digest = {subject:String}
  UNION ALL
  SELECT Mark::String, Timestamp, IsBrowser FROM noise_logs WHERE TraceId = {subject:String}
  UNION ALL
  SELECT Mark::String, Timestamp, IsBrowser FROM noise_logs WHERE Digest = {subject:String}
)
WHERE {subject:String} != ''
GROUP BY rule, sender
ORDER BY sender DESC, max(at) DESC, rule
LIMIT {limit:UInt32}
