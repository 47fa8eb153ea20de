-- One row per drop rule and time bucket with drops: how many distinct items. By rule, then by time.
--   rule          '' for every rule
--   fromNs, toNs  Unix nanoseconds, half-open, compared with the items' timestamps by whole minutes
--   stepNs        length of a bucket, whole minutes; buckets start at multiples of it, UTC
--   service, release, environment  '' for every one
--   hidden        services to leave out
--   limit         1 to 100000
SELECT
  rule,
  toString(intDiv(toUnixTimestamp(minute) * 1000000000, {stepNs:Int64}) * {stepNs:Int64}) AS bucketNs,
  toString(sum(items)) AS removed
FROM (
  SELECT Rule::String AS rule, Minute AS minute, uniqExactMerge(Items) AS items
  FROM noise_counts
  WHERE ({rule:String} = '' OR Rule = {rule:String})
    AND Minute >= toStartOfMinute(fromUnixTimestamp64Nano({fromNs:Int64}))
    AND Minute < fromUnixTimestamp64Nano({toNs:Int64})
    AND ({service:String} = '' OR ServiceName = {service:String})
    AND ServiceName NOT IN {hidden:Array(String)}
    AND ({release:String} = '' OR Release = {release:String})
    AND ({environment:String} = '' OR Environment = {environment:String})
  GROUP BY Rule, Minute, Source, ServiceName, Route, Release
)
GROUP BY rule, bucketNs
ORDER BY rule, toInt64(bucketNs)
LIMIT {limit:UInt32}
