-- One row per trace and fact that lists are filtered by, wherever in time it lies: 'failed', where a span failed or an exception was
-- recorded (a span event or a log record); 'service ' and a name, for each service that has a span in the trace.
-- Trace: sipHash64 of the trace id. By trace within a fact and narrow, so that thousands of traces are tested in milliseconds; who
-- asks looks at the traces themselves as well.
-- Key: fact, trace
-- Shard key: Trace
CREATE TABLE IF NOT EXISTS {{database}}.trace_facts{{local}} {{on_cluster}} (
  Fact LowCardinality(String),
  Trace UInt64 CODEC(NONE),
  Week Date
) ENGINE = {{replacing}}
PARTITION BY Week
ORDER BY (Fact, Trace)
TTL Week + toIntervalDay({{traces_days}}) + toIntervalDay(7)
SETTINGS index_granularity = 1024, {{settings}};

CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.trace_facts_of_spans {{on_cluster}} TO {{database}}.trace_facts{{local}} AS
SELECT Known AS Fact, sipHash64(TraceId) AS Trace, toMonday(Timestamp) AS Week
FROM {{database}}.otel_traces{{local}}
ARRAY JOIN if(StatusCode = 'Error' OR has(`Events.Name`, 'exception'),
  [concat('service ', ServiceName), 'failed'], [concat('service ', ServiceName)]) AS Known
WHERE TraceId != ''
GROUP BY Fact, Trace, Week;

CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.trace_facts_of_logs {{on_cluster}} TO {{database}}.trace_facts{{local}} AS
SELECT 'failed' AS Fact, sipHash64(TraceId) AS Trace, toMonday(Timestamp) AS Week
FROM {{database}}.otel_logs{{local}}
WHERE TraceId != '' AND (LogAttributes['exception.type'] != '' OR LogAttributes['exception.message'] != '')
GROUP BY Fact, Trace, Week;
