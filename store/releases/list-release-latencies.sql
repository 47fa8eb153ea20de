-- One row per measure, service and operation that was measured in a release: its percentile there and in the release
-- before, the 95th of durations and the 75th of vitals, and its median, of how many, and how many of them failed, which
-- vitals do not. The most measured first, then by measure, service and operation.
--   whats               'duration', or names of web vitals
--   release
--   services, previous  at the same positions: a service and its previous release, '' for none
--   sinceNs, lastNs     when the earlier of them was first seen, and the later last, by service: Unix nanoseconds
--   environment         '' for every one
--   maxRows            about how many are read; if there are more, a random sample
--   limit               1 to 1000
-- A web vital may be sent long after its page was requested: when the page is left.
WITH
  fromUnixTimestamp64Nano(arrayMin({sinceNs:Array(Int64)})) AS since,
  fromUnixTimestamp64Nano(arrayMax({lastNs:Array(Int64)})) + toIntervalDay(1) AS until,
  (
    SELECT toUInt8(least(10, greatest(0, ceil(log2(greatest(1, sum(n) * 64 / {maxRows:UInt32}))))))
    FROM (
      SELECT uniqExact(Id) AS n FROM vitals
      WHERE Name IN {whats:Array(String)} AND Level >= 6 AND ServiceName IN {services:Array(String)}
        AND Timestamp >= since AND Timestamp < until
      UNION ALL
      SELECT uniqExact(Id) FROM transactions
      WHERE has({whats:Array(String)}, 'duration') AND Level >= 6 AND ServiceName IN {services:Array(String)}
        AND Timestamp >= since AND Timestamp < until
    )
  ) AS least
SELECT
  What AS what,
  ServiceName AS service,
  Operation AS operation,
  quantilesExactIf(0.5, 0.75, 0.95)(value, isNow) AS percentiles,
  quantilesExactIf(0.5, 0.75, 0.95)(value, NOT isNow) AS percentilesBefore,
  percentiles[if(what = 'duration', 3, 2)] AS now,
  percentiles[1] AS median,
  -- Without any value a percentile is NaN.
  if(countIf(NOT isNow) = 0, NULL, percentilesBefore[if(what = 'duration', 3, 2)]) AS before,
  if(countIf(NOT isNow) = 0, NULL, percentilesBefore[1]) AS medianBefore,
  toString(countIf(isNow)) AS samples,
  toString(countIf(NOT isNow)) AS samplesBefore,
  toString(countIf(isNow AND hasFailed)) AS failed,
  toString(countIf(NOT isNow AND hasFailed)) AS failedBefore,
  toUInt32(pow(2, least)) AS thinnedBy
FROM (
  -- By identity and without FINAL, which takes twice as long here.
  SELECT What, ServiceName, Operation, Release = {release:String} AS isNow, max(Value) AS value, max(Failed) AS hasFailed
  FROM (
    SELECT Name AS What, ServiceName, Route AS Operation, Release, Environment, Id, Value, 0::UInt8 AS Failed FROM vitals
    WHERE Name IN {whats:Array(String)} AND Level >= least AND ServiceName IN {services:Array(String)}
      AND Timestamp >= since AND Timestamp < until
    UNION ALL
    SELECT 'duration', ServiceName, Operation, Release, Environment, Id, Duration::Float64, Failed FROM transactions
    WHERE has({whats:Array(String)}, 'duration') AND Level >= least AND IsRoot = 1 AND ServiceName IN {services:Array(String)}
      AND Timestamp >= since AND Timestamp < until
  )
  WHERE ({environment:String} = '' OR Environment = {environment:String})
    AND (Release = {release:String}
      OR (ServiceName::String, Release::String) IN (
        SELECT arrayJoin(arrayFilter(pair -> pair.2 != '',
          arrayZip({services:Array(String)}, {previous:Array(String)})))))
  GROUP BY What, ServiceName, Operation, isNow, Id
)
GROUP BY What, ServiceName, Operation
HAVING countIf(isNow) > 0
ORDER BY countIf(isNow) DESC, what, service, operation
LIMIT {limit:UInt32}
