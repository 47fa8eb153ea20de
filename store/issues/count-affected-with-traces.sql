-- One row per issue with exceptions: how many sessions and users are affected, which its exceptions name or, for the
-- given ones that name none, their traces. And one of issue '': what the traces name, at the same positions, '' for
-- nothing. By issue.
--   issues, members    the issues, and ids to read for them, from sourceIssueIds
--   traceIds           at most 1000
--   sessionIssues, sessionTraces  at the same positions: of an exception without a session the places, from 1, of its
--                      issue and of its trace in those lists
--   userIssues, userTraces        the same without a user
--   service, environment, release, hidden  '' for every one; services to leave out
--   side               'browser' or 'server', by who sent it; '' for both
--   limit              1 to 1000
-- Code inserts stored and single (insert-expressions.ts): the stored buckets and the single rows of the range.
-- If a trace has several sessions or users, the first one by name counts, as in list-trace-users.
SELECT issue, toString(uniqMerge(Sessions)) AS sessions, toString(uniqMerge(Users)) AS users,
  groupArrayArray(traces.1) AS traceIds, groupArrayArray(traces.2) AS sessionIds, groupArrayArray(traces.3) AS userIds
FROM (
  SELECT transform(Issue::String, {mergedFrom:Array(String)}, {mergedTo:Array(String)}) AS issue, Sessions, Users,
    ([]::Array(String), []::Array(String), []::Array(String)) AS traces
  FROM issue_activity
  WHERE Issue IN {members:Array(String)} AND ({{stored: BucketMinutes = 5}})
    AND ({service:String} = '' OR ServiceName = {service:String}) AND ServiceName NOT IN {hidden:Array(String)}
    AND ({environment:String} = '' OR Environment = {environment:String})
    AND ({release:String} = '' OR Release = {release:String})
    AND ({side:String} = '' OR IsBrowser = ({side:String} = 'browser'))
  UNION ALL
  SELECT transform(Issue::String, {mergedFrom:Array(String)}, {mergedTo:Array(String)}) AS issue,
    uniqStateIf(sipHash64(SessionId), SessionId != ''),
    uniqStateIf(sipHash64({{user}} AS user), user != ''),
    ([]::Array(String), []::Array(String), []::Array(String))
  FROM exceptions
  WHERE Issue IN {members:Array(String)} AND ({{single: 0}})
    AND ({service:String} = '' OR ServiceName = {service:String}) AND ServiceName NOT IN {hidden:Array(String)}
    AND ({environment:String} = '' OR Environment = {environment:String})
    AND ({release:String} = '' OR Release = {release:String})
    AND ({side:String} = '' OR IsBrowser = ({side:String} = 'browser'))
  GROUP BY issue
  UNION ALL
  SELECT named.1 AS issue, uniqStateIf(sipHash64(named.2), named.2 != ''), uniqStateIf(sipHash64(named.3), named.3 != ''),
    (groupArrayIf(TraceId, issue = ''), groupArrayIf(session, issue = ''), groupArrayIf(user, issue = ''))
  FROM (
    SELECT TraceId, session, user, indexOf({traceIds:Array(String)}, TraceId) AS place,
      arrayJoin(arrayConcat([('', '', '')],
        arrayMap(at -> ({issues:Array(String)}[at], session, ''),
          arrayFilter((at, trace) -> trace = place, {sessionIssues:Array(UInt64)}, {sessionTraces:Array(UInt64)})),
        arrayMap(at -> ({issues:Array(String)}[at], '', user),
          arrayFilter((at, trace) -> trace = place, {userIssues:Array(UInt64)}, {userTraces:Array(UInt64)})))) AS named
    FROM (
      SELECT TraceId, minIf(SessionId, SessionId != '') AS session, minIf(name, name != '') AS user
      FROM (
        SELECT TraceId, SessionId, {{span_user}} AS name
        FROM otel_traces
        WHERE TraceId IN {traceIds:Array(String)}
          AND toStartOfFiveMinutes(Timestamp) GLOBAL IN (
            SELECT Bucket FROM trace_index
            WHERE Fact = '' AND Trace IN (SELECT sipHash64(arrayJoin({traceIds:Array(String)}))))
          AND (SessionId != '' OR name != '')
      )
      GROUP BY TraceId
    )
  )
  GROUP BY issue
)
GROUP BY issue
ORDER BY issue
LIMIT {limit:UInt32}
