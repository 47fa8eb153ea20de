-- One row per service, route or release of which a drop rule removed something in the range: how many, each once. Most first, then by name.
--   by            'service', 'route' or 'release'
--   rule          '' for every rule
--   fromNs, toNs  Unix nanoseconds, half-open, compared by whole minutes with the things' own time
--   service, release  '' for every one
--   hidden        services left out
--   limit         1 to 500
SELECT name, toString(sum(items)) AS removed
FROM (
  SELECT
    multiIf({by:String} = 'service', ServiceName::String, {by:String} = 'route', Route::String, Release::String) AS name,
    uniqExactMerge(Items) AS items
  FROM noise_counts
  WHERE ({rule:String} = '' OR Rule = {rule:String})
    AND Minute >= toStartOfMinute(fromUnixTimestamp64Nano({fromNs:Int64})) AND Minute < fromUnixTimestamp64Nano({toNs:Int64})
    AND ({service:String} = '' OR ServiceName = {service:String})
    AND ServiceName NOT IN {hidden:Array(String)}
    AND ({release:String} = '' OR Release = {release:String})
  GROUP BY Rule, Minute, Shape, ServiceName, Route, Release
)
GROUP BY name
ORDER BY sum(items) DESC, name
LIMIT {limit:UInt32}
