-- Removes a person's telemetry. First the ids to look for: what the person is called (Kind 'user'), the
-- sessions and traces that carry this name, and the traces of those sessions. Then, by table, the rows of any of these.
-- Not here: tables that count (digests, issue_activity, issues, noise_counts, noise_paths, operation_activity,
-- service_activity): of the person they have at most a hash among others in a state of uniq.
-- Read by erase-person.ts, which makes a query that counts of each ALTER TABLE … DELETE.
DROP TABLE IF EXISTS {{database}}.erasing SYNC;

CREATE TABLE {{database}}.erasing (Kind LowCardinality(String), Id String) ENGINE = MergeTree ORDER BY (Kind, Id);

INSERT INTO {{database}}.erasing SELECT 'user', {user:String};

INSERT INTO {{database}}.erasing SELECT DISTINCT 'session', SessionId FROM (
  SELECT SessionId FROM {{database}}.session_steps WHERE UserId = left({user:String}, 256)
  UNION ALL
  SELECT SessionId FROM {{database}}.otel_traces WHERE {{span_user}} = {user:String}
  UNION ALL
  SELECT {{log_session}} AS SessionId FROM {{database}}.otel_logs WHERE {{log_user}} = {user:String}
)
WHERE SessionId != '';

INSERT INTO {{database}}.erasing SELECT DISTINCT 'trace', TraceId FROM (
  SELECT TraceId FROM {{database}}.otel_traces
  WHERE {{span_user}} = {user:String} OR SessionId IN (SELECT Id FROM {{database}}.erasing WHERE Kind = 'session')
  UNION ALL
  SELECT TraceId FROM {{database}}.otel_logs
  WHERE {{log_user}} = {user:String}
    OR {{log_session}} IN (SELECT Id FROM {{database}}.erasing WHERE Kind = 'session')
)
WHERE TraceId != '';

-- Only the log record tells whose vitals are: before the log records.
ALTER TABLE {{database}}.vitals DELETE WHERE Id IN (
  SELECT Id FROM {{database}}.otel_logs
  WHERE TraceId IN (SELECT Id FROM {{database}}.erasing WHERE Kind = 'trace')
    OR {{log_session}} IN (SELECT Id FROM {{database}}.erasing WHERE Kind = 'session')
    OR {{log_user}} IN (SELECT Id FROM {{database}}.erasing WHERE Kind = 'user')
)
SETTINGS mutations_sync = 1;

ALTER TABLE {{database}}.otel_metrics_gauge DELETE WHERE
  {{user}} IN (SELECT Id FROM {{database}}.erasing WHERE Kind = 'user')
  OR hasAny(`Exemplars.TraceId`, (SELECT groupArray(Id) FROM {{database}}.erasing WHERE Kind = 'trace'))
SETTINGS mutations_sync = 1;

ALTER TABLE {{database}}.otel_metrics_sum DELETE WHERE
  {{user}} IN (SELECT Id FROM {{database}}.erasing WHERE Kind = 'user')
  OR hasAny(`Exemplars.TraceId`, (SELECT groupArray(Id) FROM {{database}}.erasing WHERE Kind = 'trace'))
SETTINGS mutations_sync = 1;

ALTER TABLE {{database}}.otel_metrics_histogram DELETE WHERE
  {{user}} IN (SELECT Id FROM {{database}}.erasing WHERE Kind = 'user')
  OR hasAny(`Exemplars.TraceId`, (SELECT groupArray(Id) FROM {{database}}.erasing WHERE Kind = 'trace'))
SETTINGS mutations_sync = 1;

ALTER TABLE {{database}}.otel_metrics_exponential_histogram DELETE WHERE
  {{user}} IN (SELECT Id FROM {{database}}.erasing WHERE Kind = 'user')
  OR hasAny(`Exemplars.TraceId`, (SELECT groupArray(Id) FROM {{database}}.erasing WHERE Kind = 'trace'))
SETTINGS mutations_sync = 1;

ALTER TABLE {{database}}.otel_metrics_summary DELETE WHERE
  {{user}} IN (SELECT Id FROM {{database}}.erasing WHERE Kind = 'user')
SETTINGS mutations_sync = 1;

ALTER TABLE {{database}}.session_steps DELETE WHERE
  SessionId IN (SELECT Id FROM {{database}}.erasing WHERE Kind = 'session')
  OR TraceId IN (SELECT Id FROM {{database}}.erasing WHERE Kind = 'trace')
  OR UserId IN (SELECT left(Id, 256) FROM {{database}}.erasing WHERE Kind = 'user')
SETTINGS mutations_sync = 1;

ALTER TABLE {{database}}.exceptions DELETE WHERE
  TraceId IN (SELECT Id FROM {{database}}.erasing WHERE Kind = 'trace')
  OR SessionId IN (SELECT Id FROM {{database}}.erasing WHERE Kind = 'session')
  OR {{user}} IN (SELECT Id FROM {{database}}.erasing WHERE Kind = 'user')
SETTINGS mutations_sync = 1;

ALTER TABLE {{database}}.transactions DELETE WHERE
  TraceId IN (SELECT Id FROM {{database}}.erasing WHERE Kind = 'trace')
  OR SessionId IN (SELECT Id FROM {{database}}.erasing WHERE Kind = 'session')
SETTINGS mutations_sync = 1;

ALTER TABLE {{database}}.trace_parts DELETE WHERE
  TraceId IN (SELECT Id FROM {{database}}.erasing WHERE Kind = 'trace')
SETTINGS mutations_sync = 1;

ALTER TABLE {{database}}.trace_index DELETE WHERE
  Trace IN (SELECT sipHash64(Id) FROM {{database}}.erasing WHERE Kind = 'trace')
SETTINGS mutations_sync = 1;

ALTER TABLE {{database}}.noise_spans DELETE WHERE
  TraceId IN (SELECT Id FROM {{database}}.erasing WHERE Kind = 'trace')
  OR {{span_session}} IN (SELECT Id FROM {{database}}.erasing WHERE Kind = 'session')
  OR {{span_user}} IN (SELECT Id FROM {{database}}.erasing WHERE Kind = 'user')
SETTINGS mutations_sync = 1;

ALTER TABLE {{database}}.noise_logs DELETE WHERE
  TraceId IN (SELECT Id FROM {{database}}.erasing WHERE Kind = 'trace')
  OR {{log_session}} IN (SELECT Id FROM {{database}}.erasing WHERE Kind = 'session')
  OR {{log_user}} IN (SELECT Id FROM {{database}}.erasing WHERE Kind = 'user')
SETTINGS mutations_sync = 1;

ALTER TABLE {{database}}.span_samples DELETE WHERE
  TraceId IN (SELECT Id FROM {{database}}.erasing WHERE Kind = 'trace')
  OR SessionId IN (SELECT Id FROM {{database}}.erasing WHERE Kind = 'session')
  OR {{span_user}} IN (SELECT Id FROM {{database}}.erasing WHERE Kind = 'user')
SETTINGS mutations_sync = 1;

ALTER TABLE {{database}}.log_samples DELETE WHERE
  TraceId IN (SELECT Id FROM {{database}}.erasing WHERE Kind = 'trace')
  OR {{log_session}} IN (SELECT Id FROM {{database}}.erasing WHERE Kind = 'session')
  OR {{log_user}} IN (SELECT Id FROM {{database}}.erasing WHERE Kind = 'user')
SETTINGS mutations_sync = 1;

ALTER TABLE {{database}}.otel_logs DELETE WHERE
  TraceId IN (SELECT Id FROM {{database}}.erasing WHERE Kind = 'trace')
  OR {{log_session}} IN (SELECT Id FROM {{database}}.erasing WHERE Kind = 'session')
  OR {{log_user}} IN (SELECT Id FROM {{database}}.erasing WHERE Kind = 'user')
SETTINGS mutations_sync = 1;

ALTER TABLE {{database}}.otel_traces DELETE WHERE
  TraceId IN (SELECT Id FROM {{database}}.erasing WHERE Kind = 'trace')
  OR SessionId IN (SELECT Id FROM {{database}}.erasing WHERE Kind = 'session')
  OR {{span_user}} IN (SELECT Id FROM {{database}}.erasing WHERE Kind = 'user')
SETTINGS mutations_sync = 1;

DROP TABLE {{database}}.erasing SYNC;
