-- One row per facet and value of the exceptions that a filter lets pass, each once. By facet, the most frequent first.
-- Facet '' is all of them; 'service', 'environment', 'release', 'route', 'type', 'side' ('browser' or 'server').
-- 'bucket', if asked for, is a time. '@key', if asked for, is an attribute. 'lacking' counts those without a key that
-- the search negates. 'issue' has its counts by bucket too: the numbers of those that have any, and as many counts.
-- oneIn: 1, for all are looked at.
--   fromNs, toNs       Unix nanoseconds, half-open
--   bucketNs           length of a bucket; 0 for none
--   values             of each facet
--   service, hidden, environment, release, issue, route, side  as in list-exceptions
--   limit              1 to 5000
-- Code inserts search, lacking and attributes (insert-expressions.ts).
-- Events that a log record repeats count as in list-logged-span-events.
WITH listed AS (
  SELECT Timestamp, ServiceName, IsBrowser, Environment, Release, Route, Type, Issue,
    ({{lacking: []::Array(String)}}) AS lacking,
    ({{attributes: []::Array(Tuple(String, String))}}) AS attributes
  FROM exceptions FINAL
  WHERE Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
    AND ({service:String} = '' OR ServiceName = {service:String})
    AND ServiceName NOT IN {hidden:Array(String)}
    AND ({environment:String} = '' OR Environment = {environment:String})
    AND ({release:String} = '' OR Release = {release:String})
    AND ({issue:String} = '' OR Issue = {issue:String})
    AND ({route:String} = '' OR Route = {route:String})
    AND ({side:String} = '' OR IsBrowser = ({side:String} = 'browser'))
    AND ({{search: 1}})
    AND (Source = 'log' OR (DedupeKey, toStartOfFiveMinutes(Timestamp)) GLOBAL NOT IN (
      SELECT DedupeKey, toStartOfFiveMinutes(Timestamp) + arrayJoin([-600, -300, 0, 300, 600])
      FROM exceptions
      WHERE Source = 'log'
        AND Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) - INTERVAL 15 MINUTE
        AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64}) + INTERVAL 15 MINUTE
        AND DedupeKey GLOBAL IN (
          SELECT DedupeKey
          FROM exceptions
          WHERE Source = 'event'
            AND Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64})
            AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
        )
    ))
)
SELECT facet, value, toString(exceptions) AS count, '1' AS oneIn, arrayMap(n -> toString(n), times.1) AS buckets,
  arrayMap(n -> toString(n), times.2) AS counts
FROM (
  SELECT pair.1 AS facet, pair.2 AS value, count() AS exceptions,
    sumMapIf([bucket], [1::UInt64], pair.1 = 'issue' AND {bucketNs:Int64} > 0) AS times
  FROM (
    SELECT intDiv(toUnixTimestamp64Nano(Timestamp), greatest({bucketNs:Int64}, 1)) AS bucket,
      arrayJoin(arrayConcat(arrayMap(key -> ('lacking', key), lacking),
        [('', ''), ('service', ServiceName::String), ('environment', Environment::String),
      ('release', Release::String), ('route', Route::String), ('type', Type::String),
      ('issue', Issue::String), ('side', if(IsBrowser, 'browser', 'server'))],
      if({bucketNs:Int64} > 0, [('bucket', toString(bucket))], []), attributes)) AS pair
    FROM listed
  )
  GROUP BY pair
  ORDER BY facet, exceptions DESC, value
  LIMIT {values:UInt32} BY if(facet = 'bucket', value, facet)
)
ORDER BY facet, exceptions DESC, value
LIMIT {limit:UInt32}
