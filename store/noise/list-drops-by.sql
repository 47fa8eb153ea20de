-- One row per service, route, release and environment with drops: how many distinct items. By kind, then most first,
-- then by name; '' if unknown. Each with the sum of its kind, and how many more there are.
--   rule          '' for every rule
--   fromNs, toNs  Unix nanoseconds, half-open, compared with the items' timestamps by whole minutes
--   service, release, environment  '' for every one
--   hidden        services to leave out
--   most          rows of each kind, 1 to 500
--   limit         4 * most
SELECT of.1 AS by, of.2 AS name, toString(sum(items)) AS removed,
  toString(sum(sum(items)) OVER (PARTITION BY by)) AS total,
  toString(greatest(0, toInt64(count() OVER (PARTITION BY by)) - {most:UInt32})) AS others
FROM (
  SELECT
    [('service', ServiceName::String), ('route', Route::String), ('release', Release::String),
      ('environment', Environment::String)] AS ofAll,
    uniqExactMerge(Items) AS items
  FROM noise_counts
  WHERE ({rule:String} = '' OR Rule = {rule:String})
    AND Minute >= toStartOfMinute(fromUnixTimestamp64Nano({fromNs:Int64}))
    AND Minute < fromUnixTimestamp64Nano({toNs:Int64})
    AND ({service:String} = '' OR ServiceName = {service:String})
    AND ServiceName NOT IN {hidden:Array(String)}
    AND ({release:String} = '' OR Release = {release:String})
    AND ({environment:String} = '' OR Environment = {environment:String})
  GROUP BY Rule, Minute, Source, ServiceName, Route, Release, Environment
)
ARRAY JOIN ofAll AS of
GROUP BY of
QUALIFY row_number() OVER (PARTITION BY by ORDER BY sum(items) DESC, name) <= {most:UInt32}
ORDER BY by, sum(items) DESC, name
LIMIT {limit:UInt32}
