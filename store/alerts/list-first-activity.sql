-- One row per position in issues, and service, environment and release with exceptions of that issue after a time: when
-- the first of them was, to the nanosecond within the five minutes of that time, else the five minutes that it was in.
-- By position, then by first time and names.
--   issues, sinceNs  at the same positions; Unix nanoseconds. An issue may have several positions
--   members          ids to read for them, from sourceIssueIds
--   mergedFrom, mergedTo
--   limit            1 to 100000
-- Days that have any are found first: the five minutes of three months are as many as there are exceptions.
WITH
  asked AS (
    SELECT position, {issues:Array(String)}[position] AS issue, {sinceNs:Array(Int64)}[position] AS sinceNs,
      intDiv(sinceNs, 86400000000000) AS sinceDay
    FROM (SELECT arrayJoin(arrayEnumerate({issues:Array(String)})) AS position)
  ),
  days AS (
    SELECT position, service, environment, release, arrayJoin([sinceDay, minIf(day, day > sinceDay)]) AS found
    FROM (
      SELECT transform(Issue::String, {mergedFrom:Array(String)}, {mergedTo:Array(String)}) AS issue,
        ServiceName::String AS service, Environment::String AS environment, Release::String AS release,
        intDiv(toUnixTimestamp(Bucket), 86400)::Int64 AS day
      FROM issue_activity
      WHERE BucketMinutes = 1440 AND Issue IN {members:Array(String)}
        AND Bucket >= toDateTime(intDiv(arrayMin({sinceNs:Array(Int64)}), 86400000000000) * 86400)
    ) AS daily
    INNER JOIN asked ON daily.issue = asked.issue
    WHERE day >= sinceDay
    GROUP BY position, service, environment, release, sinceDay
  )
SELECT toUInt32(position) AS position, service, environment, release, toString(min(atNs)) AS firstNs
FROM (
  SELECT asked.position AS position, asked.sinceNs AS sinceNs, found.issue AS issue, service, environment, release, atNs
  FROM (
    SELECT transform(Issue::String, {mergedFrom:Array(String)}, {mergedTo:Array(String)}) AS issue,
      ServiceName::String AS service, Environment::String AS environment, Release::String AS release,
      toInt64(toUnixTimestamp(Bucket)) * 1000000000 AS atNs, 1 AS isBucket
    FROM issue_activity
    WHERE BucketMinutes = 5 AND Issue IN {members:Array(String)}
      AND Bucket >= toDateTime(intDiv(arrayMin({sinceNs:Array(Int64)}), 300000000000) * 300)
      AND toDate(Bucket, 'UTC') GLOBAL IN (SELECT toDate(found) FROM days)
    UNION ALL
    SELECT transform(Issue::String, {mergedFrom:Array(String)}, {mergedTo:Array(String)}),
      ServiceName::String, Environment::String, Release::String, toUnixTimestamp64Nano(Timestamp), 0
    FROM exceptions
    WHERE has(arrayMap(ns -> toDateTime(intDiv(ns, 300000000000) * 300), {sinceNs:Array(Int64)}),
        toStartOfFiveMinutes(Timestamp))
      AND Issue IN {members:Array(String)}
  ) AS found
  INNER JOIN asked ON found.issue = asked.issue
  WHERE if(isBucket = 1, intDiv(atNs, 300000000000) > intDiv(sinceNs, 300000000000), atNs > sinceNs)
)
GROUP BY position, service, environment, release
ORDER BY position, min(atNs), service, environment, release
LIMIT {limit:UInt32}
