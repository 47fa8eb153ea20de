-- What fills the tables of 0042. No expression here may throw. An hour and a day are whole in UTC.
CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.issue_counts_of_exceptions {{on_cluster}} TO {{database}}.issue_counts{{local}} AS
SELECT
  Minutes AS Every,
  toDateTime(intDiv(toUnixTimestamp(toDateTime(Timestamp)), Minutes * 60) * Minutes * 60) AS Bucket,
  Issue, ServiceName, Environment, Release,
  uniqStateIf(Id, Shape = 'log') AS Logs,
  uniqState(Same) AS Told,
  uniqStateIf(Same, Shape = 'log') AS ToldByLogs,
  uniqStateIf(sipHash64(SessionId), SessionId != '') AS Sessions,
  uniqStateIf(sipHash64(coalesce(nullIf(Attributes['user.id'], ''), Attributes['enduser.id'])),
    Attributes['user.id'] != '' OR Attributes['enduser.id'] != '') AS Users
FROM {{database}}.exceptions{{local}}
ARRAY JOIN [60, 1440]::Array(UInt16) AS Minutes
GROUP BY Every, Bucket, Issue, ServiceName, Environment, Release;

CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.issue_words_of_exceptions {{on_cluster}} TO {{database}}.issue_words{{local}} AS
SELECT Issue::String AS Issue, ServiceName, max(Timestamp) AS LastSeen,
  max((Timestamp, Type::String, left(Message, 512), Route::String, Functions[1])) AS Latest
FROM {{database}}.exceptions{{local}}
GROUP BY Issue, ServiceName;

CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.issue_releases_of_exceptions {{on_cluster}}
TO {{database}}.issue_releases{{local}} AS
SELECT Issue::String AS Issue, ServiceName, Release, min(Timestamp) AS FirstSeen, max(Timestamp) AS LastSeen
FROM {{database}}.exceptions{{local}}
GROUP BY Issue, ServiceName, Release;
