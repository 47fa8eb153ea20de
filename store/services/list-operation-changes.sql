-- One row per service and operation whose 75th percentile of transaction durations has increased by leastNs or more, against
-- the previous period, or in recent minutes against the usual ones; and how many were sampled. Largest ratio first,
-- then by name.
--   beforeNs, fromNs, toNs  Unix nanoseconds: before is from beforeNs to fromNs, now from fromNs to toNs; half-open
--   recent                  Unix seconds of the five minutes to compare with the usual ones, within now
--   usual                   Unix seconds of the usual five minutes
--   leastNs                 nanoseconds
--   leastRows               minimum of sampled transactions on either side of a comparison
--   maxRows                 about so many are read for each comparison; if there are more, a random sample
--   service, environment, release  '' for every one
--   hidden                  services to leave out
--   limit                   1 to 100
WITH
  arrayMap(seconds -> fromUnixTimestamp(seconds), {recent:Array(Int64)}) AS recentBuckets,
  arrayMap(seconds -> fromUnixTimestamp(seconds), {usual:Array(Int64)}) AS usualBuckets,
  (
    SELECT arrayMap(ids -> toUInt8(least(10, greatest(0, ceil(log2(greatest(1, ids * 64 / {maxRows:UInt32})))))), [
      uniqExactIf(Id, Timestamp >= fromUnixTimestamp64Nano({beforeNs:Int64})),
      uniqExactIf(Id, has(recentBuckets, toStartOfFiveMinutes(Timestamp))
        OR has(usualBuckets, toStartOfFiveMinutes(Timestamp)))
    ])
    FROM transactions
    WHERE Level >= 6 AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
      AND Timestamp >= least(fromUnixTimestamp64Nano({beforeNs:Int64}), arrayMin(usualBuckets)::DateTime64(9))
  ) AS levels
SELECT
  ServiceName AS service,
  Operation AS operation,
  [quantileExactIf(0.75)(value, part = 'now'), quantileExactIf(0.75)(value, part = 'before')] AS ofPeriods,
  [quantileExactIf(0.75)(value, part = 'recent'), quantileExactIf(0.75)(value, part = 'usual')] AS ofHours,
  [toUInt32(countIf(part = 'now')), toUInt32(countIf(part = 'before'))] AS sampledOfPeriods,
  [toUInt32(countIf(part = 'recent')), toUInt32(countIf(part = 'usual'))] AS sampledOfHours,
  arrayMap(level -> toUInt32(pow(2, level)), levels) AS thinnedBy,
  arrayMap((values, sampled) -> arrayMin(sampled) >= {leastRows:UInt32} AND values[1] >= values[2] + {leastNs:UInt64},
    [ofPeriods, ofHours], [sampledOfPeriods, sampledOfHours]) AS isSlower
FROM (
  -- Grouped by identity: FINAL takes twice as long here.
  SELECT ServiceName, Operation, max(Duration) AS value,
    if(max(Timestamp) >= fromUnixTimestamp64Nano({fromNs:Int64}), 'now', 'before') AS part
  FROM transactions
  WHERE Level >= levels[1] AND IsRoot = 1
    AND Timestamp >= fromUnixTimestamp64Nano({beforeNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
    AND ({service:String} = '' OR ServiceName = {service:String})
    AND ServiceName NOT IN {hidden:Array(String)}
    AND ({environment:String} = '' OR Environment = {environment:String})
    AND ({release:String} = '' OR Release = {release:String})
  GROUP BY ServiceName, Operation, Id
  UNION ALL
  SELECT ServiceName, Operation, max(Duration) AS value,
    if(has(recentBuckets, toStartOfFiveMinutes(max(Timestamp))), 'recent', 'usual') AS part
  FROM transactions
  WHERE Level >= levels[2] AND IsRoot = 1
    AND (has(recentBuckets, toStartOfFiveMinutes(Timestamp)) OR has(usualBuckets, toStartOfFiveMinutes(Timestamp)))
    AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
    AND ({service:String} = '' OR ServiceName = {service:String})
    AND ServiceName NOT IN {hidden:Array(String)}
    AND ({environment:String} = '' OR Environment = {environment:String})
    AND ({release:String} = '' OR Release = {release:String})
  GROUP BY ServiceName, Operation, Id
)
GROUP BY ServiceName, Operation
HAVING has(isSlower, 1)
ORDER BY arrayMax(arrayMap((values, isIt) -> if(isIt, values[1] / values[2], 0), [ofPeriods, ofHours], isSlower)) DESC,
  service, operation
LIMIT {limit:UInt32}
