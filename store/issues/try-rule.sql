-- One row per issue that a rule, were it applied, would take exceptions from or give some, or that keeps some that fit it: what it has now,
-- and what it would have; and one for the issue that it makes. First '' for all that were looked at; then most first of what it would have, then by issue.
--   fromNs, toNs  Unix nanoseconds, half-open
--   looked        how many rows of exceptions are looked at, newest first
--   partOf, triedOf  issues that are parted now, and would be; as what their exceptions count say partIs and partTo, and triedIs and triedTo
--   fits, to      the pattern of the rule and the issue that it makes; '' fits nothing
--   limit         1 to 10000
SELECT issue,
  toString(toInt64(uniqIf(Id, isLog AND isNow)) + greatest(toInt64(uniqIf(DedupeKey, isNow)) - toInt64(uniqIf(DedupeKey, isLog AND isNow)), 0)) AS events,
  toString(toInt64(uniqIf(Id, isLog AND isThen)) + greatest(toInt64(uniqIf(DedupeKey, isThen)) - toInt64(uniqIf(DedupeKey, isLog AND isThen)), 0)) AS eventsThen,
  toString(toInt64(uniqIf(Id, isLog AND isHeld)) + greatest(toInt64(uniqIf(DedupeKey, isHeld)) - toInt64(uniqIf(DedupeKey, isLog AND isHeld)), 0)) AS held,
  toString(toInt64(uniqIf(Id, isLog AND doesFit AND isNow))
    + greatest(toInt64(uniqIf(DedupeKey, doesFit AND isNow)) - toInt64(uniqIf(DedupeKey, isLog AND doesFit AND isNow)), 0)) AS fitting,
  toString(uniqIf(SessionId, SessionId != '' AND isNow)) AS sessions,
  toString(uniqIf(SessionId, SessionId != '' AND isThen)) AS sessionsThen,
  toString(uniqExactIf(before, issue = '')) AS issues,
  toString(count()) AS lookedRows,
  toString(toUnixTimestamp64Nano(min(Timestamp))) AS oldestNs
FROM (
  SELECT Timestamp, Id, DedupeKey, SessionId, before, after, doesFit, Source = 'log' AS isLog,
    pair.1 AS issue, pair.2 AS isNow, NOT isNow AS isThen, isThen AND doesFit AND after != {to:String} AS isHeld
  FROM (
    SELECT Timestamp, Id, DedupeKey, Source, SessionId,
      if(Issue IN {partOf:Array(String)}, coalesce(nullIf({partTo:Array(String)}[arrayFirstIndex(is -> match(MatchText, is), {partIs:Array(String)})], ''), own), own) AS before,
      if(Issue IN {triedOf:Array(String)}, coalesce(nullIf({triedTo:Array(String)}[arrayFirstIndex(is -> match(MatchText, is), {triedIs:Array(String)})], ''), own), own) AS after,
      {fits:String} != '' AND match(MatchText, {fits:String}) AS doesFit
    FROM (
      SELECT Timestamp, Id, DedupeKey, Source, SessionId, Issue::String AS Issue, MatchText,
        transform(Issue::String, {mergedFrom:Array(String)}, {mergedTo:Array(String)}) AS own
      FROM exceptions
      WHERE Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
      ORDER BY Timestamp DESC, Id
      LIMIT {looked:UInt32}
    )
  )
  ARRAY JOIN [('', true), (before, true), (after, false)] AS pair
)
GROUP BY issue
HAVING issue IN ('', {to:String}) OR countIf(before != after) > 0 OR countIf(isHeld) > 0
ORDER BY issue != '', toInt64(eventsThen) DESC, issue
LIMIT {limit:UInt32}
