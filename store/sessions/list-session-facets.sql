-- One row per facet and value of the sessions of which an event in the range matches a search. By facet, the most frequent value first, then
-- by value. Facet '' is all of them; 'service', 'environment', 'release', 'route', 'browser': of the events that match, so that a session may
-- have several; 'exception': '1' for an exception, or part of a trace with one; 'lacking': a key that the search negates and that none of
-- these events has; 'bucket', if bucketNs is given: of the last event that matches, and 1 if the session has an exception. oneIn is 1, because
-- all are read.
--   fromNs, toNs          Unix nanoseconds, half-open
--   bucketNs              length of a bucket; 0 for none
--   service, environment, release, hidden  '' for every one; services left out
--   values, limit         values of each facet; rows, 1 to 1000
-- Code inserts search and lacking (insert-expressions.ts).
WITH thrown AS (
  SELECT TraceId FROM exceptions WHERE TraceId != ''
    AND Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
)
SELECT facet, value, toString(sessions) AS count, '1' AS oneIn
FROM (
  SELECT pair.1 AS facet, pair.2 AS value, count() AS sessions
  FROM (
    SELECT arrayJoin(arrayConcat([('', '')], groupUniqArrayArray(pairs), arrayMap(key -> ('lacking', key), groupArrayIntersect(lacking)),
      if({bucketNs:Int64} = 0, [], [('bucket', concat(toString(intDiv(toUnixTimestamp64Nano(max(Timestamp)), greatest({bucketNs:Int64}, 1))), ' ',
        toString(has(groupUniqArrayArray(pairs), ('exception', '1')))))]))) AS pair
    FROM (
      SELECT SessionId, Timestamp, (/* lacking */ []::Array(String)) AS lacking,
        [('service', ServiceName::String), ('environment', Environment::String), ('release', Release::String), ('route', Route::String),
          ('browser', Browser::String), ('exception', if(Kind = 'exception' OR TraceId GLOBAL IN (thrown), '1', ''))] AS pairs
      FROM session_steps
      WHERE Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
        AND ({service:String} = '' OR ServiceName = {service:String})
        AND ServiceName NOT IN {hidden:Array(String)}
        AND ({environment:String} = '' OR Environment = {environment:String})
        AND ({release:String} = '' OR Release = {release:String})
        AND (/* search */ 1)
    )
    GROUP BY SessionId
  )
  GROUP BY pair
  ORDER BY facet, sessions DESC, value
  LIMIT {values:UInt32} BY if(facet = 'bucket', value, facet)
)
ORDER BY facet, sessions DESC, value
LIMIT {limit:UInt32}
