-- One row per issue that is new in a release, is back in it (seen earlier, but not in the previous release), is gone in
-- it, or is still seen in it, with the sessions and users that have it; of one that is gone those of the previous
-- release. By change, then most frequent first, then by issue and service.
--   release
--   services, previous    at the same positions: a service and its previous release, '' for none
--   sinceNs, firstNs      at the same positions: when the previous release and the release itself began; Unix
--                         nanoseconds
--   environment           '' for every one
--   ofEach                maximum of each change
--   limit                 1 to 1000
WITH
  (SELECT arrayMin({sinceNs:Array(Int64)})) AS earliest,
  pairs AS (SELECT arrayJoin(arrayConcat(arrayMap(service -> (service, {release:String}), {services:Array(String)}),
    arrayFilter(pair -> pair.2 != '', arrayZip({services:Array(String)}, {previous:Array(String)})))))
SELECT issue, service, change, toString(if(now = 0, sessionsBefore, sessionsNow)) AS sessions,
  toString(if(now = 0, usersBefore, usersNow)) AS users, toString(amount) AS exceptions,
  toString(before) AS exceptionsBefore, toString(total) AS total, toString(toUnixTimestamp64Nano(last)) AS lastNs
FROM (
  SELECT *,
    multiIf(
      now = 0, 'gone',
      before > 0, 'still',
      first >= fromUnixTimestamp64Nano({firstNs:Array(Int64)}[indexOf({services:Array(String)}, service)]), 'new',
      'back') AS change,
    if(now = 0, before, now) AS amount,
    row_number() OVER (PARTITION BY change ORDER BY amount DESC, issue, service) AS rank,
    count() OVER (PARTITION BY change) AS total
  FROM (
    SELECT issue, service,
      uniqMergeIf(LogIds, isNow)
        + greatest(0, toInt64(uniqMergeIf(DedupeKeys, isNow)) - toInt64(uniqMergeIf(LogDedupeKeys, isNow))) AS now,
      uniqMergeIf(LogIds, NOT isNow)
        + greatest(0,
          toInt64(uniqMergeIf(DedupeKeys, NOT isNow)) - toInt64(uniqMergeIf(LogDedupeKeys, NOT isNow))) AS before,
      uniqMergeIf(Sessions, isNow) AS sessionsNow, uniqMergeIf(Sessions, NOT isNow) AS sessionsBefore,
      uniqMergeIf(Users, isNow) AS usersNow, uniqMergeIf(Users, NOT isNow) AS usersBefore
    FROM (
      SELECT transform(Issue::String, {mergedFrom:Array(String)}, {mergedTo:Array(String)}) AS issue,
        ServiceName::String AS service, Release = {release:String} AS isNow, LogIds, DedupeKeys,
        LogDedupeKeys, Sessions, Users
      FROM issue_activity
      WHERE BucketMinutes = 1440
        AND Bucket >= fromUnixTimestamp64Nano(earliest) - 86400
        AND ({environment:String} = '' OR Environment = {environment:String})
        AND (ServiceName::String, Release::String) IN pairs
    )
    GROUP BY issue, service
    HAVING now + before > 0
  ) AS active
  INNER JOIN (
    SELECT issue, service, min(first) AS first, maxIf(last, (service, release) IN pairs) AS last
    FROM (
      SELECT transform(Issue::String, {mergedFrom:Array(String)}, {mergedTo:Array(String)}) AS issue,
        ServiceName::String AS service, Release::String AS release, FirstSeen AS first, LastSeen AS last
      FROM issues
      WHERE ServiceName IN {services:Array(String)}
        -- What was last seen before is in neither release, but may be merged with what is.
        AND (Issue GLOBAL IN (
            SELECT Issue FROM issues
            WHERE ServiceName IN {services:Array(String)}
              AND LastSeen >= fromUnixTimestamp64Nano(earliest) - toIntervalDay(1))
          OR Issue IN {mergedFrom:Array(String)} OR Issue IN {mergedTo:Array(String)})
    )
    GROUP BY issue, service
  ) AS seen USING (issue, service)
)
WHERE rank <= {ofEach:UInt32}
ORDER BY change, rank
LIMIT {limit:UInt32}
