-- One row per drop rule and issue of which the rule removed something. Most stored first, then by rule and issue.
--   fromNs, toNs          Unix nanoseconds, half-open: of what was removed, and by steps of three hours of what is stored
--   members               the issues, and those merged into them
--   mergedFrom, mergedTo  issues that count as others, one by one
--   limit                 1 to 100
-- how: 'exception' where the rule took exceptions of the issue, 'transaction' where it took one that failed by it.
WITH known AS (
  SELECT arrayJoin({members:Array(String)}) AS member, sipHash64(member) AS subject, 'exception' AS how
  UNION ALL
  SELECT DISTINCT Issue::String AS member, sipHash64(Digest), 'transaction'
  FROM exceptions
  WHERE Digest != '' AND Issue IN {members:Array(String)}
    AND toStartOfFiveMinutes(Timestamp) >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({fromNs:Int64}))
    AND Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
)
SELECT rule, issue, toString(active.stored) AS stored, how
FROM (
  SELECT if(has({mergedFrom:Array(String)}, member), {mergedTo:Array(String)}[indexOf({mergedFrom:Array(String)}, member)], member) AS issue,
    rule, min(known.how) AS how
  FROM known
  INNER JOIN (
    SELECT Subject AS subject, Rule::String AS rule
    FROM noise_subjects
    WHERE Day >= toDate(fromUnixTimestamp64Nano({fromNs:Int64})) AND Subject GLOBAL IN (SELECT subject FROM known)
    GROUP BY Subject, Rule
    HAVING max(Last) >= fromUnixTimestamp64Nano({fromNs:Int64}) AND min(First) < fromUnixTimestamp64Nano({toNs:Int64})
  ) AS removed USING (subject)
  GROUP BY issue, rule
) AS eaten
LEFT JOIN (
  SELECT if(has({mergedFrom:Array(String)}, Issue), {mergedTo:Array(String)}[indexOf({mergedFrom:Array(String)}, Issue)], Issue::String) AS issue,
    toInt64(uniqMerge(Logs)) + greatest(toInt64(uniqMerge(Told)) - toInt64(uniqMerge(ToldByLogs)), 0) AS stored
  FROM issue_activity
  WHERE Every = 180 AND Bucket >= fromUnixTimestamp64Nano({fromNs:Int64}) - 10800 AND Bucket < fromUnixTimestamp64Nano({toNs:Int64})
    AND Issue IN {members:Array(String)}
  GROUP BY issue
) AS active USING (issue)
ORDER BY active.stored DESC, rule, issue
LIMIT {limit:UInt32}
