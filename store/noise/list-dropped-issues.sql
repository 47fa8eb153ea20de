-- One row per drop rule and issue of which the rule removed something. Most stored first, then by rule and issue.
--   fromNs, toNs          Unix nanoseconds, half-open; stored exceptions are counted in steps of three hours
--   issues, members       at the same positions: an issue, and an id to read for it
--   limit                 1 to 100
-- how: 'exception' if the rule removed exceptions of the issue, 'transaction' if it removed a transaction that failed
-- with it.
WITH known AS (
  SELECT pair.1 AS issue, sipHash64(pair.2) AS subject, 'exception' AS how
  FROM (SELECT arrayJoin(arrayZip({issues:Array(String)}, {members:Array(String)})) AS pair)
  UNION ALL
  SELECT DISTINCT
    transform(Issue::String, {mergedFrom:Array(String)}, {mergedTo:Array(String)}) AS issue,
    sipHash64(Digest), 'transaction'
  FROM exceptions
  WHERE Digest != '' AND Issue IN {members:Array(String)} AND issue IN {issues:Array(String)}
    AND toStartOfFiveMinutes(Timestamp) >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({fromNs:Int64}))
    AND Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
)
SELECT rule, issue, toString(active.stored) AS stored, how
FROM (
  SELECT issue, rule, min(known.how) AS how
  FROM known
  INNER JOIN (
    SELECT Subject AS subject, Rule::String AS rule
    FROM noise_subjects
    WHERE Day >= toDate(fromUnixTimestamp64Nano({fromNs:Int64})) AND Subject GLOBAL IN (SELECT subject FROM known)
    GROUP BY Subject, Rule
    HAVING max(Last) >= fromUnixTimestamp64Nano({fromNs:Int64}) AND min(First) < fromUnixTimestamp64Nano({toNs:Int64})
  ) AS removed USING (subject)
  GROUP BY issue, rule
) AS dropped
LEFT JOIN (
  SELECT issue,
    toInt64(uniqMerge(LogIds))
      + greatest(toInt64(uniqMerge(DedupeKeys)) - toInt64(uniqMerge(LogDedupeKeys)), 0) AS stored
  FROM (
    SELECT transform(Issue::String, {mergedFrom:Array(String)}, {mergedTo:Array(String)}) AS issue,
      LogIds, DedupeKeys, LogDedupeKeys
    FROM issue_activity
    WHERE BucketMinutes = 180 AND Bucket >= fromUnixTimestamp64Nano({fromNs:Int64}) - 10800
      AND Bucket < fromUnixTimestamp64Nano({toNs:Int64})
      AND Issue IN {members:Array(String)}
  )
  GROUP BY issue
) AS active USING (issue)
ORDER BY active.stored DESC, rule, issue
LIMIT {limit:UInt32}
