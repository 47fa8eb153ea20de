-- One row per tag and value of sessions of services in a range: how many of those that were looked at have it, and how many were looked at.
-- Tags: 'browser' (user_agent.original), 'environment', 'release'. By tag, then most first.
--   services      whose sessions
--   fromNs, toNs  Unix nanoseconds, half-open
--   steps         how many steps of sessions are looked at
--   limit         1 to 1000
-- Sessions lie by their ids, which are random: the first of them are as good as any others, and are read without the rest.
SELECT pair.1 AS tag, pair.2 AS value, toString(uniqExact(session)) AS has, toString(any(ofAll)) AS looked
FROM (
  SELECT session, pair, uniqExact(session) OVER () AS ofAll
  FROM (
    SELECT DISTINCT SessionId AS session,
      arrayJoin([('browser', Browser::String), ('environment', Environment::String), ('release', Release::String)]) AS pair
    FROM (
      SELECT SessionId, Browser, Environment, Release
      FROM session_steps
      WHERE Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
        AND ServiceName IN {services:Array(String)}
      ORDER BY SessionId
      LIMIT {steps:UInt32}
    )
  )
)
WHERE pair.2 != ''
GROUP BY pair
ORDER BY tag, uniqExact(session) DESC, value
LIMIT {limit:UInt32}
