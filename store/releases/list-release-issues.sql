-- One row per issue that is new in a release, is back in it (seen earlier, but not in the release before), or is gone with it. By change,
-- then the most frequent first, then by issue and service.
--   release
--   services, previous    alike long: of each service the release before; '' where there is none
--   sinceNs, firstNs      alike long: when that was first seen, and the release itself; Unix nanoseconds
--   environment           '' for every one
--   ofEach                of each change at most so many
--   limit                 1 to 1000
WITH
  (SELECT arrayMin({sinceNs:Array(Int64)})) AS earliest
SELECT
  issue, service, change, toString(amount) AS exceptions, toString(total) AS total,
  latest.2 AS type, latest.3 AS message, latest.4 AS route, toString(toUnixTimestamp64Nano(latest.1)) AS lastNs
FROM (
  SELECT *, multiIf(now = 0, 'gone', first >= fromUnixTimestamp64Nano(began), 'new', 'back') AS change,
    if(now = 0, before, now) AS amount,
    row_number() OVER (PARTITION BY change ORDER BY amount DESC, issue, service) AS rank,
    count() OVER (PARTITION BY change) AS total
  FROM (
    SELECT
      Issue::String AS issue,
      ServiceName::String AS service,
      any({firstNs:Array(Int64)}[indexOf({services:Array(String)}, ServiceName::String)]) AS began,
      uniqMergeIf(Logs, isNow) + greatest(0, toInt64(uniqMergeIf(Told, isNow)) - toInt64(uniqMergeIf(ToldByLogs, isNow))) AS now,
      uniqMergeIf(Logs, NOT isNow)
        + greatest(0, toInt64(uniqMergeIf(Told, NOT isNow)) - toInt64(uniqMergeIf(ToldByLogs, NOT isNow))) AS before,
      max(Latest) AS latest
    FROM (
      SELECT *, Release = {release:String} AS isNow
      FROM issue_activity
      WHERE Every = 180
        AND Bucket >= fromUnixTimestamp64Nano(earliest) - 10800
        AND ServiceName IN {services:Array(String)}
        AND ({environment:String} = '' OR Environment = {environment:String})
        AND (Release = {release:String}
          OR (ServiceName::String, Release::String) IN (
            SELECT arrayJoin(arrayFilter(pair -> pair.2 != '', arrayZip({services:Array(String)}, {previous:Array(String)})))))
    )
    GROUP BY Issue, ServiceName
    HAVING (now = 0) != (before = 0)
  ) AS active
  INNER JOIN (
    SELECT Issue AS seen, ServiceName::String AS of, min(FirstSeen) AS first
    FROM issues
    GROUP BY Issue, ServiceName
  ) AS ever ON ever.seen = active.issue AND ever.of = active.service
)
WHERE rank <= {ofEach:UInt32}
ORDER BY change, rank
LIMIT {limit:UInt32}
