-- One row per drop rule that removed something of a trace, or an item with a digest, in the last seven days, and
-- sender: first and last time, to the second. Servers first, then latest first, then by rule.
--   subject  a lower-case trace id, or a digest
--   limit    1 to 100
SELECT
  Rule AS rule,
  if(Subject = sipHash64({subject:String}), 'server', 'browser') AS sender,
  toString(toUnixTimestamp64Nano(toDateTime64(min(First), 9))) AS firstNs,
  toString(toUnixTimestamp64Nano(toDateTime64(max(Last), 9))) AS lastNs
FROM noise_subjects
WHERE Subject IN (sipHash64({subject:String}), sipHash64('browser', {subject:String})) AND {subject:String} != ''
GROUP BY Rule, sender
ORDER BY sender DESC, max(Last) DESC, Rule
LIMIT {limit:UInt32}
