-- One row per drop rule that removed something of a trace, or an item with a digest, in the last seven days: first and
-- last time, to the second. Latest first, then by rule.
--   subject  a lower-case trace id, or a digest
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
