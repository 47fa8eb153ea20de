-- The tables of 0042 for the rows that are there, each shard its own, as the views of 0043 would have.
INSERT INTO {{database}}.issue_counts
  (Every, Bucket, Issue, ServiceName, Environment, Release, Logs, Told, ToldByLogs, Sessions, Users)
SELECT
  Minutes AS Every,
  toDateTime(intDiv(toUnixTimestamp(toDateTime(Timestamp)), Minutes * 60) * Minutes * 60) AS Bucket,
  Issue, ServiceName, Environment, Release,
  uniqStateIf(Id, Shape = 'log'),
  uniqState(Same),
  uniqStateIf(Same, Shape = 'log'),
  uniqStateIf(sipHash64(SessionId), SessionId != ''),
  uniqStateIf(sipHash64(coalesce(nullIf(Attributes['user.id'], ''), Attributes['enduser.id'])),
    Attributes['user.id'] != '' OR Attributes['enduser.id'] != '')
FROM {{database}}.exceptions
ARRAY JOIN [60, 1440]::Array(UInt16) AS Minutes
GROUP BY Every, Bucket, Issue, ServiceName, Environment, Release
SETTINGS parallel_distributed_insert_select = 2, max_partitions_per_insert_block = 0;

INSERT INTO {{database}}.issue_words (Issue, ServiceName, LastSeen, Latest)
SELECT Issue::String AS Issue, ServiceName, max(Timestamp),
  max((Timestamp, Type::String, left(Message, 512), Route::String, Functions[1]))
FROM {{database}}.exceptions
GROUP BY Issue, ServiceName
SETTINGS parallel_distributed_insert_select = 2;

INSERT INTO {{database}}.issue_releases (Issue, ServiceName, Release, FirstSeen, LastSeen)
SELECT Issue::String AS Issue, ServiceName, Release, min(Timestamp), max(Timestamp)
FROM {{database}}.exceptions
GROUP BY Issue, ServiceName, Release
SETTINGS parallel_distributed_insert_select = 2;
