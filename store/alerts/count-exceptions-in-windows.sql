-- One row per window, selector that watches it, and subject: an issue, a service, or '' for all together: how many
-- exceptions, sessions or users, as its selector says. The 20 highest, and all of at least so many. By window, then by
-- selector, highest first, then by subject.
--   minutes, starts, ends, windows  stored buckets of so many minutes of a window; Unix seconds, half-open
--   rowFromS, rowToS, rowWindows  whole minutes of a window to read from single rows; Unix seconds, half-open
--   groups             of the windows, by their number: which selectors watch it
--   services, environments, releases, owners  of the selectors, '' for every one
--   kinds              of the selectors: 'issue', 'service' or 'all'
--   measures           of the selectors: 'exceptions', 'sessions' or 'users'
--   leasts             of the selectors
--   groupOf            of the selectors
--   hidden             services to leave out where a selector names none
--   ownedIssues, issueOwners  the owners of issues, at the same positions
--   mergedFrom, mergedTo
--   limit              1 to 1000000
WITH
  parts AS (
    SELECT part.1 AS minutes, toDateTime(start) AS bucket, part.4 AS window
    FROM (
      SELECT arrayJoin(arrayZip({minutes:Array(Int64)}, {starts:Array(Int64)}, {ends:Array(Int64)},
        {windows:Array(Int64)})) AS part
    )
    ARRAY JOIN range(part.2, part.3, part.1 * 60) AS start
  ),
  rows AS (
    SELECT part.3 AS window, toDateTime(start) AS minute, toDateTime(intDiv(start, 300) * 300) AS bucket
    FROM (
      SELECT arrayJoin(arrayZip({rowFromS:Array(Int64)}, {rowToS:Array(Int64)}, {rowWindows:Array(Int64)})) AS part
    )
    ARRAY JOIN range(part.1, part.2, 60) AS start
  )
SELECT window, selector, subject, toString(counted) AS value
FROM (
  SELECT toUInt32(window) AS window, toUInt32(selector) AS selector,
    multiIf({kinds:Array(String)}[selector] = 'issue', issue, {kinds:Array(String)}[selector] = 'service', service, '')
      AS subject,
    {measures:Array(String)}[selector] AS measure,
    -- Only what is asked for is merged.
    toInt64(uniqMergeIf(sessions, measure = 'sessions')) + toInt64(uniqMergeIf(users, measure = 'users'))
      + toInt64(uniqMergeIf(logs, measure = 'exceptions')) + greatest(toInt64(uniqMergeIf(told, measure = 'exceptions'))
        - toInt64(uniqMergeIf(toldByLogs, measure = 'exceptions')), 0) AS counted
  FROM (
    SELECT window, issue, service, environment, release, uniqMergeState(LogIds) AS logs,
      uniqMergeState(DedupeKeys) AS told, uniqMergeState(LogDedupeKeys) AS toldByLogs,
      uniqMergeState(Sessions) AS sessions, uniqMergeState(Users) AS users
    FROM (
      SELECT parts.window AS window,
        transform(Issue::String, {mergedFrom:Array(String)}, {mergedTo:Array(String)}) AS issue,
        ServiceName::String AS service, Environment::String AS environment, Release::String AS release,
        LogIds, DedupeKeys, LogDedupeKeys, Sessions, Users
      FROM (
        SELECT *, BucketMinutes::Int64 AS ofMinutes FROM issue_activity
        WHERE BucketMinutes IN (SELECT minutes FROM parts) AND Bucket IN (SELECT bucket FROM parts)
      ) AS activity
      INNER JOIN parts ON activity.ofMinutes = parts.minutes AND activity.Bucket = parts.bucket
      UNION ALL
      SELECT rows.window AS window, issue, service, environment, release, LogIds, DedupeKeys, LogDedupeKeys, Sessions,
        Users
      FROM (
        SELECT toStartOfMinute(Timestamp) AS minute,
          transform(Issue::String, {mergedFrom:Array(String)}, {mergedTo:Array(String)}) AS issue,
          ServiceName::String AS service, Environment::String AS environment, Release::String AS release,
          uniqStateIf(Id, Source = 'log') AS LogIds, uniqState(DedupeKey) AS DedupeKeys,
          uniqStateIf(DedupeKey, Source = 'log') AS LogDedupeKeys,
          uniqStateIf(sipHash64(SessionId), SessionId != '') AS Sessions,
          uniqStateIf(sipHash64({{user}} AS user), user != '') AS Users
        FROM exceptions
        WHERE toStartOfFiveMinutes(Timestamp) IN (SELECT bucket FROM rows)
          AND toStartOfMinute(Timestamp) IN (SELECT minute FROM rows)
        GROUP BY minute, issue, service, environment, release
      ) AS thrown
      INNER JOIN rows ON thrown.minute = rows.minute
    )
    GROUP BY window, issue, service, environment, release
  )
  ARRAY JOIN arrayFilter(i -> {groupOf:Array(Int64)}[i] = {groups:Array(Int64)}[window + 1]
    AND ({services:Array(String)}[i] = service
      OR {services:Array(String)}[i] = '' AND service NOT IN {hidden:Array(String)})
    AND ({environments:Array(String)}[i] IN ('', environment)) AND ({releases:Array(String)}[i] IN ('', release))
    AND ({owners:Array(String)}[i]
      IN ('', transform(issue, {ownedIssues:Array(String)}, {issueOwners:Array(String)}, ''))),
    arrayEnumerate({groupOf:Array(Int64)})) AS selector
  GROUP BY window, selector, measure, subject
)
QUALIFY counted >= {leasts:Array(Int64)}[selector]
  OR row_number() OVER (PARTITION BY window, selector ORDER BY counted DESC, subject) <= 20
ORDER BY window, selector, counted DESC, subject
LIMIT {limit:UInt32}
