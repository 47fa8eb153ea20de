-- One row per position in issues: the hours with exceptions of that issue since a time, the exceptions of each, and the
-- sessions from that time to its end. The hour of that time counts as a whole. By position.
--   issues, sinceNs  at the same positions; Unix nanoseconds
--   members          ids to read for them, from sourceIssueIds
--   mergedFrom, mergedTo
--   limit            1 to 100000
SELECT toUInt32(position) AS position, groupArray(hour) AS hours, groupArray(events) AS exceptions,
  groupArray(reached) AS sessions
FROM (
  SELECT position, hour, events,
    toUInt32(uniqMerge(Sessions) OVER (PARTITION BY position ORDER BY hour)) AS reached
  FROM (
    SELECT asked.position AS position, hour,
      toUInt32(uniqMerge(LogIds) + greatest(toInt64(uniqMerge(DedupeKeys)) - toInt64(uniqMerge(LogDedupeKeys)), 0))
        AS events,
      uniqMergeState(Sessions) AS Sessions
    FROM (
      SELECT transform(Issue::String, {mergedFrom:Array(String)}, {mergedTo:Array(String)}) AS issue,
        toUnixTimestamp(Bucket) AS hour, LogIds, DedupeKeys, LogDedupeKeys, Sessions
      FROM issue_activity
      WHERE BucketMinutes = 60 AND Issue IN {members:Array(String)}
        AND Bucket >= toDateTime(intDiv(arrayMin({sinceNs:Array(Int64)}), 3600000000000) * 3600)
    ) AS hourly
    INNER JOIN (
      SELECT position, {issues:Array(String)}[position] AS issue, {sinceNs:Array(Int64)}[position] AS sinceNs
      FROM (SELECT arrayJoin(arrayEnumerate({issues:Array(String)})) AS position)
    ) AS asked ON hourly.issue = asked.issue
    WHERE hour >= intDiv(sinceNs, 3600000000000) * 3600
    GROUP BY position, hour
  )
  ORDER BY position, hour
)
GROUP BY position
ORDER BY position
LIMIT {limit:UInt32}
