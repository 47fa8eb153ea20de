-- One row per issue with exceptions now: how many, how many before, and whether it was never seen earlier. New ones first,
-- then by growth, then by issue.
--   beforeNs, fromNs, toNs  Unix nanoseconds, whole steps: from beforeNs to fromNs is before, from fromNs to toNs is now
--   everyMinutes            the step of the table: 5, 30 or 180
--   service, environment, release  '' for every one
--   hidden                  services left out
--   ofEach                  of new ones, and of those that grew, at most so many
--   limit                   1 to 200
SELECT
  issue,
  service,
  toString(now) AS now,
  toString(before) AS before,
  isNew,
  toString(toUnixTimestamp64Nano(first)) AS firstSeenNs,
  latest.2 AS type,
  latest.3 AS message,
  latest.4 AS route
FROM (
  SELECT *, first >= fromUnixTimestamp64Nano({fromNs:Int64}) AS isNew,
    row_number() OVER (PARTITION BY isNew ORDER BY toInt64(now) - toInt64(before) DESC, issue, service) AS rank
  FROM (
    SELECT
      Issue::String AS issue,
      ServiceName AS service,
      uniqMergeIf(Logs, Bucket >= fromUnixTimestamp64Nano({fromNs:Int64})) + greatest(0,
        toInt64(uniqMergeIf(Told, Bucket >= fromUnixTimestamp64Nano({fromNs:Int64})))
        - toInt64(uniqMergeIf(ToldByLogs, Bucket >= fromUnixTimestamp64Nano({fromNs:Int64})))) AS now,
      uniqMergeIf(Logs, Bucket < fromUnixTimestamp64Nano({fromNs:Int64})) + greatest(0,
        toInt64(uniqMergeIf(Told, Bucket < fromUnixTimestamp64Nano({fromNs:Int64})))
        - toInt64(uniqMergeIf(ToldByLogs, Bucket < fromUnixTimestamp64Nano({fromNs:Int64})))) AS before,
      max(Latest) AS latest
    FROM issue_activity
    WHERE Every = {everyMinutes:UInt8}
      AND Bucket >= fromUnixTimestamp64Nano({beforeNs:Int64}) AND Bucket < fromUnixTimestamp64Nano({toNs:Int64})
      AND ({service:String} = '' OR ServiceName = {service:String})
      AND ServiceName NOT IN {hidden:Array(String)}
      AND ({environment:String} = '' OR Environment = {environment:String})
      AND ({release:String} = '' OR Release = {release:String})
    GROUP BY Issue, ServiceName
  HAVING now > 0
  ) AS active
  INNER JOIN (
    SELECT Issue AS seen, ServiceName AS of, min(FirstSeen) AS first
    FROM issues
    GROUP BY Issue, ServiceName
  ) AS ever ON ever.seen = active.issue AND ever.of = active.service
  WHERE isNew OR now > before
)
WHERE rank <= {ofEach:UInt32}
ORDER BY isNew DESC, rank
LIMIT {limit:UInt32}
