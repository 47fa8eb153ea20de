-- One row per issue that is new now, or has more exceptions now than before: both counts, users now, first and last
-- time. New ones first, then by increase, then by issue.
--   fromNs                  Unix nanoseconds: what is earlier is before
--   service, environment, release  '' for every one
--   hidden                  services to leave out
--   ofEach                  maximum of new ones, and of increased ones
--   limit                   1 to 100000
-- Code inserts stored and single (insert-expressions.ts): the stored buckets and the single rows of both periods.
SELECT issue, toString(now) AS now, toString(before) AS before, toString(users) AS users, isNew,
  toString(toUnixTimestamp64Nano(first)) AS firstSeenNs, toString(toUnixTimestamp64Nano(last)) AS lastSeenNs
FROM (
  SELECT *, first >= fromUnixTimestamp64Nano({fromNs:Int64}) AS isNew,
    row_number() OVER (PARTITION BY isNew ORDER BY toInt64(now) - toInt64(before) DESC, issue) AS rank
  FROM (
    SELECT issue,
      uniqMergeIf(LogIds, isNow)
        + greatest(0, toInt64(uniqMergeIf(DedupeKeys, isNow)) - toInt64(uniqMergeIf(LogDedupeKeys, isNow))) AS now,
      uniqMergeIf(LogIds, NOT isNow)
        + greatest(0,
          toInt64(uniqMergeIf(DedupeKeys, NOT isNow)) - toInt64(uniqMergeIf(LogDedupeKeys, NOT isNow))) AS before,
      uniqMergeIf(Users, isNow) AS users
    FROM (
      SELECT transform(Issue::String, {mergedFrom:Array(String)}, {mergedTo:Array(String)}) AS issue,
        Bucket >= fromUnixTimestamp64Nano({fromNs:Int64}) AS isNow, LogIds, DedupeKeys, LogDedupeKeys, Users
      FROM issue_activity
      WHERE ({{stored: BucketMinutes = 5}})
        AND ({service:String} = '' OR ServiceName = {service:String}) AND ServiceName NOT IN {hidden:Array(String)}
        AND ({environment:String} = '' OR Environment = {environment:String})
        AND ({release:String} = '' OR Release = {release:String})
      UNION ALL
      SELECT transform(Issue::String, {mergedFrom:Array(String)}, {mergedTo:Array(String)}) AS issue,
        Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) AS isNow,
        uniqStateIf(Id, Source = 'log'), uniqState(DedupeKey), uniqStateIf(DedupeKey, Source = 'log'),
        uniqStateIf(sipHash64({{user}} AS user), user != '')
      FROM exceptions
      WHERE ({{single: 0}})
        AND ({service:String} = '' OR ServiceName = {service:String}) AND ServiceName NOT IN {hidden:Array(String)}
        AND ({environment:String} = '' OR Environment = {environment:String})
        AND ({release:String} = '' OR Release = {release:String})
      GROUP BY issue, isNow
    )
    GROUP BY issue
    HAVING now > 0
  ) AS active
  INNER JOIN (
    SELECT issue, min(first) AS first, max(last) AS last
    FROM (
      SELECT transform(Issue::String, {mergedFrom:Array(String)}, {mergedTo:Array(String)}) AS issue,
        FirstSeen AS first, LastSeen AS last
      FROM issues
      -- What was last seen before has no exception now, but may be merged with what has.
      WHERE Issue GLOBAL IN (SELECT Issue FROM issues WHERE LastSeen >= fromUnixTimestamp64Nano({fromNs:Int64}))
        OR Issue IN {mergedFrom:Array(String)} OR Issue IN {mergedTo:Array(String)}
    ) GROUP BY issue
  ) AS seen USING (issue)
  WHERE isNew OR now > before
)
WHERE rank <= {ofEach:UInt32}
ORDER BY isNew DESC, rank
LIMIT {limit:UInt32}
