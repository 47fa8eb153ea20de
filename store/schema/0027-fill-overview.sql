-- Fills the tables of 0024 from the rows that were there before, each shard its own, as the views of 0025 would have.
INSERT INTO {{database}}.traffic (Every, Bucket, ServiceName, Environment, Release, Requests, Failed)
SELECT
  Minutes AS Every,
  toDateTime(intDiv(toUnixTimestamp(toDateTime(Timestamp)), Minutes * 60) * Minutes * 60) AS Bucket,
  ServiceName, Environment, Release,
  uniqCombinedState(12)(Id),
  uniqCombinedStateIf(12)(Id, Failed = 1)
FROM {{database}}.transactions
ARRAY JOIN [5, 30, 180]::Array(UInt8) AS Minutes
GROUP BY Every, Bucket, ServiceName, Environment, Release
SETTINGS parallel_distributed_insert_select = 2, max_partitions_per_insert_block = 0;

INSERT INTO {{database}}.issue_activity
  (Every, Bucket, Issue, ServiceName, Environment, Release, Logs, Told, ToldByLogs, Sessions, Latest)
SELECT
  Minutes AS Every,
  toDateTime(intDiv(toUnixTimestamp(toDateTime(Timestamp)), Minutes * 60) * Minutes * 60) AS Bucket,
  Issue, ServiceName, Environment, Release,
  uniqStateIf(Id, Shape = 'log'),
  uniqState(Same),
  uniqStateIf(Same, Shape = 'log'),
  uniqStateIf(sipHash64(SessionId), SessionId != ''),
  max((Timestamp, Type::String, left(Message, 256), Route::String))
FROM {{database}}.exceptions
ARRAY JOIN [5, 30, 180]::Array(UInt8) AS Minutes
GROUP BY Every, Bucket, Issue, ServiceName, Environment, Release
SETTINGS parallel_distributed_insert_select = 2, max_partitions_per_insert_block = 0;

INSERT INTO {{database}}.issues (Issue, ServiceName, FirstSeen, LastSeen)
SELECT Issue::String AS Issue, ServiceName, min(Timestamp), max(Timestamp)
FROM {{database}}.exceptions
GROUP BY Issue, ServiceName
SETTINGS parallel_distributed_insert_select = 2;

INSERT INTO {{database}}.measurements (What, Level, Timestamp, ServiceName, Route, Environment, Release, Id, Value)
SELECT 'duration', bitCount(bitAnd(bitNot(Id), Id - 1))::UInt8, Timestamp, ServiceName, Route, Environment, Release, Id, Duration::Float64
FROM {{database}}.transactions
SETTINGS parallel_distributed_insert_select = 2, max_partitions_per_insert_block = 0;

INSERT INTO {{database}}.measurements (What, Level, Timestamp, ServiceName, Route, Environment, Release, Id, Value)
SELECT
  LogAttributes['browser.web_vital.name'],
  bitCount(bitAnd(bitNot(Id), Id - 1))::UInt8,
  Timestamp, ServiceName,
  LogAttributes['errata.transaction.route'],
  coalesce(nullIf(ResourceAttributes['deployment.environment.name'], ''), ResourceAttributes['deployment.environment']),
  ResourceAttributes['service.version'],
  Id,
  toFloat64OrZero(LogAttributes['browser.web_vital.value'])
FROM {{database}}.otel_logs
WHERE LogAttributes['browser.web_vital.name'] IN ('lcp', 'inp', 'cls', 'fcp', 'ttfb')
SETTINGS parallel_distributed_insert_select = 2, max_partitions_per_insert_block = 0;
