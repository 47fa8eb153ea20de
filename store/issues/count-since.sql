-- One row per issue with exceptions since its own start time: how many, in how many sessions, and the maximum of an
-- hour. By issue.
--   issues, sinceNs       at the same positions; Unix nanoseconds
--   members               ids to read for them, from sourceIssueIds
--   limit                 1 to 100000
-- Whole hours are read from counts, the first hour from exceptions: both have sets of identities.
WITH
  arrayMap(ns -> intDiv(ns, 3600000000000) * 3600, {sinceNs:Array(Int64)}) AS hours
SELECT
  issue,
  toString(uniqMerge(logs) + greatest(toInt64(uniqMerge(told)) - toInt64(uniqMerge(toldByLogs)), 0)) AS events,
  toString(uniqMerge(sessions)) AS sessionCount,
  toString(max(finalizeAggregation(logs)
    + greatest(toInt64(finalizeAggregation(told)) - toInt64(finalizeAggregation(toldByLogs)), 0))) AS maxPerHour
FROM (
  SELECT issue, hour, uniqMergeState(LogIds) AS logs, uniqMergeState(DedupeKeys) AS told,
    uniqMergeState(LogDedupeKeys) AS toldByLogs,
    uniqMergeState(Sessions) AS sessions
  FROM (
    SELECT transform(Issue::String, {mergedFrom:Array(String)}, {mergedTo:Array(String)}) AS issue,
      toUnixTimestamp(Bucket) AS hour, LogIds, DedupeKeys, LogDedupeKeys, Sessions
    FROM issue_activity
    WHERE BucketMinutes = 60 AND Bucket > toDateTime(arrayMin(hours)) AND Issue IN {members:Array(String)}
      AND toUnixTimestamp(Bucket) > hours[indexOf({issues:Array(String)}, issue)]
    UNION ALL
    SELECT transform(Issue::String, {mergedFrom:Array(String)}, {mergedTo:Array(String)}) AS issue,
      toUnixTimestamp(toDateTime(Timestamp)) - toUnixTimestamp(toDateTime(Timestamp)) % 3600 AS hour,
      uniqStateIf(Id, Source = 'log'), uniqState(DedupeKey), uniqStateIf(DedupeKey, Source = 'log'),
      uniqStateIf(sipHash64(SessionId), SessionId != '')
    FROM exceptions
    WHERE toStartOfFiveMinutes(Timestamp) IN (SELECT toDateTime(arrayJoin(hours) + arrayJoin(range(12)) * 300))
      AND Issue IN {members:Array(String)}
      AND hour = hours[indexOf({issues:Array(String)}, issue)]
      AND toUnixTimestamp64Nano(Timestamp) >= {sinceNs:Array(Int64)}[indexOf({issues:Array(String)}, issue)]
    GROUP BY issue, hour
  )
  GROUP BY issue, hour
)
GROUP BY issue
ORDER BY issue
LIMIT {limit:UInt32}
