-- One row per drop rule, issue and service of which the rule removed something while exceptions of it are stored. Most stored first, then by
-- rule, issue and service.
--   fromNs, toNs  Unix nanoseconds, half-open, compared by steps of three hours: of what was removed and of what is stored
--   hidden        services left out
--   limit         1 to 100
-- how: 'exception' where the rule took exceptions of the issue, 'transaction' where it took one that failed by it.
WITH removed AS (
  SELECT Subject AS subject, Rule::String AS rule
  FROM noise_subjects
  WHERE Day >= toDate(fromUnixTimestamp64Nano({fromNs:Int64}))
  GROUP BY Subject, Rule
  HAVING max(Last) >= fromUnixTimestamp64Nano({fromNs:Int64}) AND min(First) < fromUnixTimestamp64Nano({toNs:Int64})
)
SELECT rule, issue, service, latest.2 AS type, latest.3 AS message, toString(stored) AS stored, how
FROM (
  SELECT Issue::String AS issue, ServiceName AS service, max(Latest) AS latest,
    uniqMerge(Logs) + greatest(0, toInt64(uniqMerge(Told)) - toInt64(uniqMerge(ToldByLogs))) AS stored
  FROM issue_activity
  WHERE Every = 180 AND Bucket >= fromUnixTimestamp64Nano({fromNs:Int64}) - 10800 AND Bucket < fromUnixTimestamp64Nano({toNs:Int64})
    AND ServiceName NOT IN {hidden:Array(String)}
  GROUP BY Issue, ServiceName
) AS active
INNER JOIN (
  SELECT issue, rule, min(known.how) AS how
  FROM (
    SELECT DISTINCT Issue::String AS issue, sipHash64(Issue::String) AS subject, 'exception' AS how
    FROM issue_activity
    WHERE Every = 180 AND Bucket >= fromUnixTimestamp64Nano({fromNs:Int64}) - 10800 AND Bucket < fromUnixTimestamp64Nano({toNs:Int64})
    UNION ALL
    SELECT DISTINCT Issue::String AS issue, sipHash64(Digest) AS subject, 'transaction' AS how
    FROM exceptions
    WHERE Digest != '' AND Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
  ) AS known
  INNER JOIN removed USING subject
  GROUP BY issue, rule
) AS eaten USING issue
ORDER BY active.stored DESC, rule, issue, service
LIMIT {limit:UInt32}
