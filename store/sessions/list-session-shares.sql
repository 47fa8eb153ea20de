-- One row per tag and value of the sessions of services in a range: how many of the sessions that were read have it,
-- and how many were read. Tags: 'browser' (user_agent.original), 'environment', 'release'. By tag, then most first.
--   services      services of the sessions
--   fromNs, toNs  Unix nanoseconds, half-open
--   steps         how many rows of session_steps are read
--   limit         1 to 1000
-- Sessions are stored by their ids, which are random, so the first ones are a random sample.
SELECT pair.1 AS tag, pair.2 AS value, toString(uniqExact(session)) AS has, toString(any(ofAll)) AS looked
FROM (
  SELECT session, pair, uniqExact(session) OVER () AS ofAll
  FROM (
    SELECT DISTINCT SessionId AS session,
      arrayJoin([('browser', Browser::String), ('environment', Environment::String),
        ('release', Release::String)]) AS pair
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
