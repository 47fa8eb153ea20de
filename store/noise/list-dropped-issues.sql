-- One row per drop rule and issue of which the rule removed something. Most stored first, then by rule and issue.
--   fromNs, toNs          Unix nanoseconds, half-open; stored exceptions are counted in steps of three hours
--   issues, members       at the same positions: an issue, and an id to read for it
--   limit                 1 to 100
-- Issues of removed exceptions are computed here, of the newest 10,000 that differ.
-- Code inserts grouping and issue (insert-expressions.ts), as schema/expressions.sql has them.
-- how: 'exception' if the rule removed exceptions of the issue, 'transaction' if it removed a transaction that failed
-- with it.
WITH
  fromUnixTimestamp64Nano({fromNs:Int64}) AS rangeFrom,
  fromUnixTimestamp64Nano({toNs:Int64}) AS rangeTo,
  removed AS (
    SELECT mark, ServiceName, Type, Message, Stacktrace, Causes, FingerprintOverride
    FROM (
      SELECT Mark::String AS mark, ServiceName::String AS ServiceName, Timestamp AS at,
        LogAttributes['exception.type'] AS Type,
        LogAttributes['exception.message'] AS Message,
        LogAttributes['exception.stacktrace'] AS Stacktrace,
        LogAttributes['errata.exception.causes'] AS Causes,
        LogAttributes['errata.issue.fingerprint'] AS FingerprintOverride
      FROM noise_logs
      WHERE Timestamp >= rangeFrom AND Timestamp < rangeTo
      UNION ALL
      SELECT item.Mark::String, ServiceName::String, item.At,
        `Events.Attributes`[item.Position]['exception.type'],
        `Events.Attributes`[item.Position]['exception.message'],
        `Events.Attributes`[item.Position]['exception.stacktrace'],
        `Events.Attributes`[item.Position]['errata.exception.causes'],
        coalesce(nullIf(`Events.Attributes`[item.Position]['errata.issue.fingerprint'], ''), Digest)
      FROM noise_spans
      ARRAY JOIN Removed AS item
      WHERE Timestamp >= rangeFrom AND Timestamp < rangeTo AND item.Position > 0
    )
    WHERE Type != '' OR Message != ''
    GROUP BY ALL
    ORDER BY max(at) DESC
    LIMIT 10000
  ),
  found AS (
    SELECT ({{issue: ''}}) AS member, mark, 'exception' AS how
    FROM (SELECT *, ({{grouping: ([''], [''], '', [''])}}) AS Grouping FROM removed)
    UNION ALL
    SELECT known.member, spans.mark, 'transaction'
    FROM (
      SELECT item.Mark::String AS mark, Digest AS digest
      FROM noise_spans
      ARRAY JOIN Removed AS item
      WHERE Timestamp >= rangeFrom AND Timestamp < rangeTo AND Digest != '' AND NOT IsBrowser
    ) AS spans
    INNER JOIN (
      SELECT DISTINCT Issue::String AS member, Digest AS digest
      FROM exceptions
      WHERE Digest != '' AND Issue IN {members:Array(String)}
        AND toStartOfFiveMinutes(Timestamp) >= toStartOfFiveMinutes(rangeFrom)
        AND Timestamp >= rangeFrom AND Timestamp < rangeTo
    ) AS known USING (digest)
  )
SELECT rule, issue, toString(active.stored) AS stored, how
FROM (
  SELECT splitByChar('/', mark)[1] AS rule,
    transform(member, {mergedFrom:Array(String)}, {mergedTo:Array(String)}) AS issue,
    min(found.how) AS how
  FROM found
  WHERE member IN {members:Array(String)} AND issue IN {issues:Array(String)}
  GROUP BY rule, issue
) AS dropped
LEFT JOIN (
  SELECT issue,
    toInt64(uniqMerge(LogIds))
      + greatest(toInt64(uniqMerge(DedupeKeys)) - toInt64(uniqMerge(LogDedupeKeys)), 0) AS stored
  FROM (
    SELECT transform(Issue::String, {mergedFrom:Array(String)}, {mergedTo:Array(String)}) AS issue,
      LogIds, DedupeKeys, LogDedupeKeys
    FROM issue_activity
    WHERE BucketMinutes = 180 AND Bucket >= fromUnixTimestamp64Nano({fromNs:Int64}) - 10800
      AND Bucket < fromUnixTimestamp64Nano({toNs:Int64})
      AND Issue IN {members:Array(String)}
  )
  GROUP BY issue
) AS active USING (issue)
ORDER BY active.stored DESC, rule, issue
LIMIT {limit:UInt32}
