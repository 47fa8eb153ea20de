-- What fills the tables of 0024, from what views made of spans and logs. No expression here may throw.
-- A step is whole in UTC: days are a whole number of each. Level: how many zeros the identity ends in.
CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.traffic_of_transactions {{on_cluster}} TO {{database}}.traffic{{local}} AS
SELECT
  Minutes AS Every,
  toDateTime(intDiv(toUnixTimestamp(toDateTime(Timestamp)), Minutes * 60) * Minutes * 60) AS Bucket,
  ServiceName, Environment, Release,
  uniqCombinedState(12)(Id) AS Requests,
  uniqCombinedStateIf(12)(Id, done.Failed = 1) AS Failed
FROM {{database}}.transactions{{local}} AS done
ARRAY JOIN [5, 30, 180]::Array(UInt8) AS Minutes
GROUP BY Every, Bucket, ServiceName, Environment, Release;

CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.issue_activity_of_exceptions {{on_cluster}}
TO {{database}}.issue_activity{{local}} AS
SELECT
  Minutes AS Every,
  toDateTime(intDiv(toUnixTimestamp(toDateTime(Timestamp)), Minutes * 60) * Minutes * 60) AS Bucket,
  Issue, ServiceName, Environment, Release,
  uniqStateIf(Id, Shape = 'log') AS Logs,
  uniqState(Same) AS Told,
  uniqStateIf(Same, Shape = 'log') AS ToldByLogs,
  uniqStateIf(sipHash64(SessionId), SessionId != '') AS Sessions,
  max((Timestamp, Type::String, left(Message, 256), Route::String)) AS Latest
FROM {{database}}.exceptions{{local}}
ARRAY JOIN [5, 30, 180]::Array(UInt8) AS Minutes
GROUP BY Every, Bucket, Issue, ServiceName, Environment, Release;

CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.issues_of_exceptions {{on_cluster}} TO {{database}}.issues{{local}} AS
SELECT Issue::String AS Issue, ServiceName, min(Timestamp) AS FirstSeen, max(Timestamp) AS LastSeen
FROM {{database}}.exceptions{{local}}
GROUP BY Issue, ServiceName;

CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.measurements_of_transactions {{on_cluster}}
TO {{database}}.measurements{{local}} AS
SELECT 'duration' AS What, bitCount(bitAnd(bitNot(Id), Id - 1))::UInt8 AS Level, Timestamp, ServiceName, Route, Environment, Release,
  Id, Duration::Float64 AS Value
FROM {{database}}.transactions{{local}};

CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.measurements_of_logs {{on_cluster}} TO {{database}}.measurements{{local}} AS
SELECT
  LogAttributes['browser.web_vital.name'] AS What,
  bitCount(bitAnd(bitNot(Id), Id - 1))::UInt8 AS Level,
  Timestamp, ServiceName,
  LogAttributes['errata.transaction.route'] AS Route,
  coalesce(nullIf(ResourceAttributes['deployment.environment.name'], ''), ResourceAttributes['deployment.environment']) AS Environment,
  ResourceAttributes['service.version'] AS Release,
  Id,
  toFloat64OrZero(LogAttributes['browser.web_vital.value']) AS Value
FROM {{database}}.otel_logs{{local}}
WHERE LogAttributes['browser.web_vital.name'] IN ('lcp', 'inp', 'cls', 'fcp', 'ttfb');
