-- One row per session of these that left anything: when, who, with what, how many pages and exceptions. Latest first, then by id.
--   sessionIds  at most 500
--   limit       1 to 500
-- Exceptions are those that bear the session, and those of its traces that bear none, as servers' do; an event counts only where no log tells
-- of the same.
WITH
  pairs AS (SELECT DISTINCT SessionId AS session, TraceId FROM session_steps WHERE SessionId IN {sessionIds:Array(String)} AND TraceId != ''),
  others AS (
    SELECT session, uniqExactIf(Id, IsLog OR NOT Logged) AS thrown, groupUniqArray(ServiceName::String) AS services
    FROM (
      SELECT TraceId, DedupeKey, Id, ServiceName, Source = 'log' AS IsLog, max(Source = 'log') OVER (PARTITION BY DedupeKey) AS Logged
      FROM exceptions
      WHERE toStartOfFiveMinutes(Timestamp) GLOBAL IN (SELECT Bucket FROM trace_index WHERE Fact = '' AND Trace GLOBAL IN (SELECT sipHash64(TraceId) FROM pairs))
        AND TraceId GLOBAL IN (SELECT TraceId FROM pairs) AND SessionId = ''
    ) AS raised
    INNER JOIN pairs ON pairs.TraceId = raised.TraceId
    GROUP BY session
  )
SELECT
  sessionId,
  toString(toUnixTimestamp64Nano(first)) AS firstNs,
  toString(toUnixTimestamp64Nano(last)) AS lastNs,
  users, browsers, releases, environments, arraySort(arrayDistinct(arrayConcat(own.services, others.services))) AS services,
  toString(pages) AS pages,
  toString(own.thrown + others.thrown) AS exceptions,
  toString(failedPages) AS failedPages,
  toString(lost) AS lost,
  previous,
  firstRoute
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
    uniqExactIf(Id, Kind = 'exception' AND (NOT IsEvent OR NOT Logged)) AS thrown,
    sumIf(toUInt32OrZero(Details['errata.telemetry.count']), Name = 'errata.telemetry.dropped') AS lost,
    max(Details['session.previous_id']) AS previous,
    argMinIf(Route::String, Timestamp, IsRoot = 1) AS firstRoute
  FROM (
    -- By identity: FINAL reads every column of every part that may have some, which takes five times as long.
    SELECT *, max(Kind = 'exception' AND NOT IsEvent) OVER (PARTITION BY SessionId, DedupeKey) AS Logged
    FROM (SELECT * FROM session_steps WHERE SessionId IN {sessionIds:Array(String)} LIMIT 1 BY SessionId, Timestamp, Id)
  )
  GROUP BY SessionId
) AS own
LEFT JOIN others ON others.session = own.sessionId
ORDER BY last DESC, sessionId
LIMIT {limit:UInt32}
