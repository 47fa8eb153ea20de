-- One row per user, session and week.
-- Key: user, session
-- Shard key: none, its views fill it on each shard
CREATE TABLE IF NOT EXISTS {{database}}.user_sessions{{local}} {{on_cluster}} (
  UserId String,
  SessionId String,
  Week Date,
  LastSeen SimpleAggregateFunction(max, DateTime64(9))
) ENGINE = {{aggregating}}
PARTITION BY Week
ORDER BY (UserId, SessionId)
TTL Week + toIntervalDay({{traces_days}}) + toIntervalDay(7)
SETTINGS index_granularity = 256, {{settings}};

CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.user_sessions_of_steps {{on_cluster}} TO {{database}}.user_sessions{{local}} AS
SELECT UserId, SessionId, toMonday(Timestamp) AS Week, max(Timestamp) AS LastSeen
FROM {{database}}.session_steps{{local}}
WHERE UserId != ''
GROUP BY UserId, SessionId, Week;
