-- One row per given session that has events: when, which users and browsers, how many pages and exceptions, and of
-- which issues. Latest first, then by id.
--   sessionIds  at most 500
--   limit       1 to 500
-- Exceptions are those with the session's id, and those of its traces without a session id, which servers report; a
-- span event counts only if no log record has its DedupeKey.
WITH
  -- A scalar, which is read once: a subquery would read the sessions again wherever its name stands. Its times leave
  -- out days without them.
  (
    SELECT (groupUniqArrayIf((SessionId, TraceId), TraceId != ''), min(Timestamp), max(Timestamp))
    FROM session_steps WHERE SessionId IN {sessionIds:Array(String)}
  ) AS known,
  pairs AS (SELECT pair.1 AS session, pair.2 AS TraceId FROM (SELECT arrayJoin(known.1) AS pair)),
  others AS (
    SELECT session, uniqExactArray(ids) AS thrown,
      arraySlice(arraySort(arrayDistinct(groupArrayArray(times))), 1, 20) AS thrownAt,
      arrayDistinct(groupArrayArray(servicesOfIssue)) AS services,
      arraySlice(arraySort(of -> (-of.3, of.1), groupArrayIf((issue, length(ids), last), notEmpty(ids))),
        1, 100) AS issues
    FROM (
      SELECT session, Issue::String AS issue, groupUniqArrayIf(Id, IsLog OR NOT Logged) AS ids,
        groupUniqArrayIf(100)(toUnixTimestamp64Nano(Timestamp), IsLog OR NOT Logged) AS times,
        groupUniqArray(ServiceName::String) AS servicesOfIssue, toUnixTimestamp64Nano(max(Timestamp)) AS last
      FROM (
        SELECT session, Id, Issue, Timestamp, ServiceName, Source = 'log' AS IsLog,
          max(Source = 'log') OVER (PARTITION BY session, DedupeKey) AS Logged
        FROM (
          SELECT SessionId AS session, DedupeKey, Id, Issue, Timestamp, ServiceName, Source FROM exceptions
          WHERE SessionId IN {sessionIds:Array(String)}
          UNION ALL
          SELECT pairs.session, DedupeKey, Id, Issue, Timestamp, ServiceName, Source
          FROM (
            SELECT TraceId, DedupeKey, Id, Issue, Timestamp, ServiceName, Source FROM exceptions
            WHERE toStartOfFiveMinutes(Timestamp) GLOBAL IN (SELECT Bucket FROM trace_index
              WHERE Fact = 'failed' AND Trace GLOBAL IN (SELECT sipHash64(TraceId) FROM pairs))
              AND TraceId GLOBAL IN (SELECT TraceId FROM pairs) AND SessionId = ''
          ) AS raised
          INNER JOIN pairs ON pairs.TraceId = raised.TraceId
        )
      )
      GROUP BY session, issue
    )
    GROUP BY session
  )
SELECT
  sessionId,
  toString(toUnixTimestamp64Nano(first)) AS firstNs,
  toString(toUnixTimestamp64Nano(last)) AS lastNs,
  users, browsers, releases, environments,
  arraySort(arrayDistinct(arrayConcat(own.services, others.services))) AS services,
  toString(pages) AS pages,
  toString(thrown) AS exceptions,
  arrayMap(at -> toString(at), thrownAt) AS exceptionsAtNs,
  arrayMap(of -> (of.1, toString(of.2), toString(of.3)), issues) AS issues,
  toString(failedPages) AS failedPages,
  toString(lost) AS lost,
  previous,
  firstRoute,
  lastRoute,
  toString(failedRequests) AS failedRequests
FROM (
  SELECT
    SessionId AS sessionId,
    min(Timestamp) AS first,
    max(Timestamp) AS last,
    arraySort(groupUniqArrayIf(16)(UserId, UserId != '')) AS users,
    arraySort(groupUniqArrayIf(4)(Browser::String, Browser != '')) AS browsers,
    arraySort(groupUniqArrayIf(16)(Release::String, Release != '')) AS releases,
    arraySort(groupUniqArrayIf(16)(Environment::String, Environment != '')) AS environments,
    groupUniqArray(16)(ServiceName::String) AS services,
    countIf(IsRoot = 1) AS pages,
    countIf(IsRoot = 1 AND Failed = 1) AS failedPages,
    sumIf(toUInt32OrZero(Details['errata.telemetry.count']), Name = 'errata.telemetry.dropped') AS lost,
    max(Details['session.previous_id']) AS previous,
    argMinIf(Route::String, Timestamp, IsRoot = 1) AS firstRoute,
    argMaxIf(Route::String, Timestamp, IsRoot = 1 AND Route != '') AS lastRoute,
    countIf(Kind = 'span' AND IsRoot = 0 AND Failed = 1) AS failedRequests
  FROM (
    -- Grouped by identity: FINAL reads every column of every part, which takes five times as long.
    SELECT * FROM session_steps
    WHERE SessionId IN {sessionIds:Array(String)} AND Timestamp >= known.2 AND Timestamp <= known.3
    LIMIT 1 BY SessionId, Timestamp, Id
  )
  GROUP BY SessionId
) AS own
LEFT JOIN others ON others.session = own.sessionId
ORDER BY last DESC, sessionId
LIMIT {limit:UInt32}
