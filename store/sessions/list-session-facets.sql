-- One row per facet and value of the sessions of which an event in the range matches a search. By facet, the most
-- frequent value first, then by value. Facet '' is all of them; 'service', 'environment', 'release', 'route',
-- 'browser', 'type' (of exceptions, also in the trace of an event): of the events that match, so that a session may
-- have several; 'exception': '1' for an exception, or part of a trace with one; 'lacking': a key that the search
-- negates and that none of these events has; 'bucket', if bucketNs is given: of the last event that matches, and 1 if
-- the session has an exception. oneIn is 1, because all are read.
--   fromNs, toNs          Unix nanoseconds, half-open
--   bucketNs              length of a bucket; 0 for none
--   service, environment, release, hidden  '' for every one; services left out
--   values, limit         values of each facet; rows, 1 to 1000
-- Code inserts search and lacking (insert-expressions.ts).
WITH thrown AS (
  SELECT TraceId, SessionId, Timestamp, Type::String AS type FROM exceptions
  WHERE Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
)
SELECT facet, value, toString(sessions) AS count, '1' AS oneIn
FROM (
  SELECT pair.1 AS facet, pair.2 AS value, count() AS sessions
  FROM (
    SELECT arrayJoin(arrayConcat([('', '')], groupUniqArrayArray(pairs),
      arrayMap(key -> ('lacking', key), groupArrayIntersect(lacking)),
      if({bucketNs:Int64} = 0, [],
        [('bucket', concat(toString(intDiv(toUnixTimestamp64Nano(max(Timestamp)), greatest({bucketNs:Int64}, 1))), ' ',
        toString(has(groupUniqArrayArray(pairs), ('exception', '1')))))]))) AS pair
    FROM (
      SELECT SessionId, Timestamp, lacking, arrayConcat(
        [('service', ServiceName::String), ('environment', Environment::String), ('release', Release::String),
          ('route', Route::String),
          ('browser', Browser::String), ('exception', if(Kind = 'exception' OR notEmpty(typesOfTrace), '1', ''))],
        arrayMap(type -> ('type', type), arrayConcat(typesOfTrace, types))) AS pairs
      FROM (
        SELECT SessionId, Timestamp, TraceId, Kind, ServiceName, Environment, Release, Route, Browser,
          ({{lacking: []::Array(String)}}) AS lacking
        FROM session_steps
        WHERE Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
          AND ({service:String} = '' OR ServiceName = {service:String})
          AND ServiceName NOT IN {hidden:Array(String)}
          AND ({environment:String} = '' OR Environment = {environment:String})
          AND ({release:String} = '' OR Release = {release:String})
          AND ({{search: 1}})
      ) AS step
      GLOBAL LEFT JOIN (SELECT TraceId, groupUniqArray(type) AS typesOfTrace
        FROM thrown WHERE TraceId != '' GROUP BY TraceId) AS inTrace USING TraceId
      GLOBAL LEFT JOIN (SELECT SessionId, Timestamp, groupUniqArray(type) AS types
        FROM thrown WHERE SessionId != '' GROUP BY SessionId, Timestamp) AS own
        USING (SessionId, Timestamp)
    )
    GROUP BY SessionId
  )
  GROUP BY pair
  ORDER BY facet, sessions DESC, value
  LIMIT {values:UInt32} BY if(facet = 'bucket', value, facet)
)
ORDER BY facet, sessions DESC, value
LIMIT {limit:UInt32}
