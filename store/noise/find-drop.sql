-- One row per drop rule that removed something of a trace, or something that carried a digest, in the last seven days: when it first and last
-- did, to the second. Most recently first, then by rule.
--   subject  a trace id in lower case, or a digest
--   limit    1 to 100
SELECT
  Rule AS rule,
  toString(toUnixTimestamp64Nano(toDateTime64(min(First), 9))) AS firstNs,
  toString(toUnixTimestamp64Nano(toDateTime64(max(Last), 9))) AS lastNs
FROM noise_subjects
WHERE Subject = sipHash64({subject:String}) AND {subject:String} != ''
GROUP BY Rule
ORDER BY max(Last) DESC, Rule
LIMIT {limit:UInt32}
