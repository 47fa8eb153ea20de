-- One row per trace, digest or issue of which a rule removed something, rule and day. Subject: sipHash64 of its id; of
-- what browsers sent, with 'browser' before it: a browser can name any trace, and must not say what was removed of a
-- server's.
-- Key: subject, rule, day
-- Shard key: none, its views fill it on each shard
CREATE TABLE IF NOT EXISTS {{database}}.noise_subjects{{local}} {{on_cluster}} (
  Subject UInt64 CODEC(NONE),
  Rule LowCardinality(String),
  Day Date,
  First SimpleAggregateFunction(min, DateTime),
  Last SimpleAggregateFunction(max, DateTime)
) ENGINE = {{aggregating}}
PARTITION BY Day
ORDER BY (Subject, Rule)
TTL Day + toIntervalDay(8)
SETTINGS index_granularity = 1024, {{settings}};

CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.noise_subjects_of_items {{on_cluster}}
  TO {{database}}.noise_subjects{{local}} AS
SELECT
  if({{is_browser}}, sipHash64('browser', Text), sipHash64(Text)) AS Subject,
  splitByChar('/', Mark)[1] AS Rule,
  toDate(At) AS Day,
  min(toDateTime(At)) AS First,
  max(toDateTime(At)) AS Last
FROM (SELECT Mark, At, ServiceName, arrayJoin([TraceId, Digest]) AS Text FROM {{database}}.noise_items{{local}})
WHERE Text != ''
GROUP BY Subject, Rule, Day;

-- The issues of which something was removed, beside the traces and digests.
CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.noise_subjects_of_exceptions {{on_cluster}}
  TO {{database}}.noise_subjects{{local}} AS
SELECT
  sipHash64({{issue}}) AS Subject,
  DropRule AS Rule,
  toDate(Timestamp) AS Day,
  min(toDateTime(Timestamp)) AS First,
  max(toDateTime(Timestamp)) AS Last
FROM {{database}}.exceptions_grouped{{local}}
WHERE DropRule != ''
GROUP BY Subject, Rule, Day;
