-- One row per issue that had many exceptions in one of the given hours, by service, environment and release: the five
-- minutes of these hours, and the hours that tell what is usual, each with its exceptions. By issue, then by names.
--   hours       Unix seconds, starts of hours
--   usualHours  Unix seconds, starts of hours
--   least       exceptions in one of the hours, of all together
--   mergedFrom, mergedTo
--   limit       1 to 100000
WITH
  rising AS (
    SELECT issue
    FROM (
      SELECT transform(Issue::String, {mergedFrom:Array(String)}, {mergedTo:Array(String)}) AS issue, Bucket, LogIds,
        DedupeKeys, LogDedupeKeys
      FROM issue_activity
      WHERE BucketMinutes = 60 AND has(arrayMap(seconds -> fromUnixTimestamp(seconds), {hours:Array(Int64)}), Bucket)
    )
    GROUP BY issue, Bucket
    HAVING uniqMerge(LogIds)
      + greatest(toInt64(uniqMerge(DedupeKeys)) - toInt64(uniqMerge(LogDedupeKeys)), 0) >= {least:UInt32}
  )
SELECT issue, service, environment, release,
  groupArrayIf(start, minutes = 5) AS starts, groupArrayIf(exceptions, minutes = 5) AS counts,
  groupArrayIf(start, minutes = 60) AS usualStarts, groupArrayIf(exceptions, minutes = 60) AS usualCounts
FROM (
  SELECT issue, service, environment, release, minutes, start,
    toUInt32(uniqMerge(LogIds) + greatest(toInt64(uniqMerge(DedupeKeys)) - toInt64(uniqMerge(LogDedupeKeys)), 0))
      AS exceptions
  FROM (
    SELECT transform(Issue::String, {mergedFrom:Array(String)}, {mergedTo:Array(String)}) AS issue,
      ServiceName::String AS service, Environment::String AS environment, Release::String AS release,
      BucketMinutes AS minutes, toUnixTimestamp(Bucket) AS start, LogIds, DedupeKeys, LogDedupeKeys
    FROM issue_activity
    WHERE (BucketMinutes = 60 AND has(arrayMap(seconds -> fromUnixTimestamp(seconds), {usualHours:Array(Int64)}), Bucket)
        OR BucketMinutes = 5
          AND has(arrayMap(seconds -> fromUnixTimestamp(seconds),
            arrayFlatten(arrayMap(hour -> range(hour, hour + 3600, 300), {hours:Array(Int64)}))), Bucket))
      AND issue GLOBAL IN (SELECT issue FROM rising)
  )
  GROUP BY issue, service, environment, release, minutes, start
  ORDER BY start
)
GROUP BY issue, service, environment, release
ORDER BY issue, service, environment, release
LIMIT {limit:UInt32}
