-- One row per issue, of some, that has much more this hour than at this hour of the fourteen days before: how many, and the mean of then. Most first.
--   hourNs                Unix nanoseconds: where this hour began
--   issues, members       and what is read for them, as sourceIssueIds says
--   limit                 1 to 1000
SELECT issue, toString(hits) AS now, before / 14 AS usual
FROM (
  SELECT issue, maxIf(inHour, Bucket = fromUnixTimestamp64Nano({hourNs:Int64})) AS hits, sum(inHour) - hits AS before
  FROM (
    SELECT issue, Bucket, toInt64(uniqMerge(LogIds)) + greatest(toInt64(uniqMerge(DedupeKeys)) - toInt64(uniqMerge(LogDedupeKeys)), 0) AS inHour
    FROM (
      SELECT transform(Issue::String, {mergedFrom:Array(String)}, {mergedTo:Array(String)}) AS issue,
        Bucket, LogIds, DedupeKeys, LogDedupeKeys
      FROM issue_activity
      WHERE BucketMinutes = 60
        AND Bucket IN (SELECT toDateTime(intDiv({hourNs:Int64}, 1000000000) - arrayJoin(range(15)) * 86400))
        AND Issue IN {members:Array(String)}
    )
    GROUP BY issue, Bucket
  )
  GROUP BY issue
)
WHERE hits >= 10 AND hits > 3 * before / 14
ORDER BY hits DESC, issue
LIMIT {limit:UInt32}
