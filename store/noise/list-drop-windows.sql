-- One row per time window and drop rule with drops, and one per window with rule '' for what was stored: spans, span
-- events and log records. By window, then by rule.
--   fromNs, toNs  Unix nanoseconds, at the same positions, half-open: whole five minutes
--   hidden        services whose drops do not count
--   limit         1 to 10000
WITH
  arrayMap(ns -> fromUnixTimestamp64Nano(ns), {fromNs:Array(Int64)}) AS begins,
  arrayMap(ns -> fromUnixTimestamp64Nano(ns), {toNs:Array(Int64)}) AS ends,
  -- Hours that a window touches, to prune by the primary key.
  arrayDistinct(arrayFlatten(arrayMap(
    (a, b) ->
      arrayMap(hour -> toDateTime(hour * 3600),
        range(toUInt32(intDiv(a, 3600000000000)), toUInt32(intDiv(b, 3600000000000)) + 1)),
    {fromNs:Array(Int64)}, {toNs:Array(Int64)}))) AS hours
SELECT toUInt32(at) AS window, rule, toString(sum(items)) AS items
FROM (
  SELECT Rule::String AS rule, Minute AS time, uniqExactMerge(Items) AS items
  FROM noise_counts
  WHERE toStartOfHour(Minute) IN (SELECT arrayJoin(hours)) AND ServiceName NOT IN {hidden:Array(String)}
  GROUP BY Rule, Minute, Source, ServiceName, Route, Release
  UNION ALL
  SELECT '' AS rule, Bucket AS time, uniqCombinedMerge(12)(Items) AS items
  FROM service_activity
  WHERE BucketMinutes = 5 AND Signal IN ('spans', 'logs') AND toStartOfHour(Bucket) IN (SELECT arrayJoin(hours))
  GROUP BY Signal, Bucket
)
ARRAY JOIN arrayFilter(i -> time >= begins[i] AND time < ends[i], arrayEnumerate(begins)) AS at
GROUP BY at, rule
ORDER BY at, rule
LIMIT {limit:UInt32}
