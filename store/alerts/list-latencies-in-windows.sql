-- One row per target, selector, service, operation and side (isBrowser) with transactions: how many, how many of them
-- failed, their exact 50th and 95th percentiles in nanoseconds, and one in how many was read. In this order.
--   targets, fromNs, toNs, groups  a window of a target, and the group of selectors that watch it; Unix nanoseconds,
--                      half-open; a target may have several windows
--   services, environments, releases, operations  of the selectors, '' for every one
--   groupOf            of the selectors
--   byOperation        1 for a row per operation, 0 for a row per service
--   hidden             services to leave out where a selector names none
--   most               if a service, or an operation by its name, has more transactions in all windows, every second,
--                      fourth, … is read
--   limit              1 to 1000000
-- The operation 'GraphQL errors' has failures alone, as in list-latencies.
WITH
  spans AS (
    SELECT part.1 AS target, part.2 AS fromNs, part.3 AS toNs, part.4 AS group, toDateTime(five * 300) AS bucket
    FROM (
      SELECT arrayJoin(arrayZip({targets:Array(Int64)}, {fromNs:Array(Int64)}, {toNs:Array(Int64)},
        {groups:Array(Int64)})) AS part
    )
    ARRAY JOIN range(intDiv(part.2, 300000000000), intDiv(part.3 - 1, 300000000000) + 1) AS five
  ),
  (
    SELECT (groupArray(name), groupArray(level))
    FROM (
      SELECT if({byOperation:UInt8} = 1, Operation, ServiceName)::String AS name,
        toUInt8(least(10, greatest(0, ceil(log2(greatest(1, uniqExact(Id) * 64 / {most:UInt32})))))) AS level
      FROM transactions
      WHERE Level >= 6 AND toStartOfFiveMinutes(Timestamp) IN (SELECT bucket FROM spans)
      GROUP BY name
      HAVING level > 0
    )
  ) AS levels
SELECT
  toUInt32(target) AS target, toUInt32(selector) AS selector, service, operation, isBrowser,
  toString(bitShiftLeft(sum(roots), level)) AS requests, toString(bitShiftLeft(sum(failures), level)) AS failed,
  arrayMap(ns -> toString(ns), quantilesExactMerge(0.5, 0.95)(durations)) AS percentiles,
  toString(bitShiftLeft(1::UInt64, level)) AS oneIn
FROM (
  -- Selectors are looked up for each of these rows, not for each transaction.
  SELECT spans.target AS target, spans.group AS group, ServiceName::String AS service, named, operation,
    Environment::String AS environment, Release::String AS release, isBrowser, level,
    countIf(isRoot) AS roots, countIf(isFailed) AS failures,
    quantilesExactStateIf(0.5, 0.95)(duration, isRoot) AS durations
  FROM (
    -- Grouped by identity: FINAL takes twice as long here.
    SELECT ServiceName, Operation::String AS named, if({byOperation:UInt8} = 1, named, '') AS operation, Environment,
      Release, IsBrowser = 1 AS isBrowser,
      transform(if({byOperation:UInt8} = 1, Operation, ServiceName), levels.1, levels.2, toUInt8(0)) AS level,
      toStartOfFiveMinutes(max(Timestamp)) AS bucket, toUnixTimestamp64Nano(max(Timestamp)) AS atNs,
      max(IsRoot) = 1 AS isRoot, max(Failed) = 1 AS isFailed, max(Duration) AS duration
    FROM transactions
    -- The names are grouped as they are stored: each is looked up once.
    WHERE Level >= transform(if({byOperation:UInt8} = 1, Operation, ServiceName), levels.1, levels.2, toUInt8(0))
      AND toStartOfFiveMinutes(Timestamp) IN (SELECT bucket FROM spans)
    GROUP BY ServiceName, Operation, Environment, Release, IsBrowser, Id
  ) AS rows
  INNER JOIN spans ON rows.bucket = spans.bucket
  WHERE atNs >= fromNs AND atNs < toNs
  GROUP BY target, group, service, named, operation, environment, release, isBrowser, level
)
ARRAY JOIN arrayFilter(i -> {groupOf:Array(Int64)}[i] = group
  AND ({services:Array(String)}[i] = service
    OR {services:Array(String)}[i] = '' AND service NOT IN {hidden:Array(String)})
  AND ({environments:Array(String)}[i] IN ('', environment)) AND ({releases:Array(String)}[i] IN ('', release))
  AND ({operations:Array(String)}[i] IN ('', named)), arrayEnumerate({groupOf:Array(Int64)})) AS selector
GROUP BY target, selector, service, operation, isBrowser, level
ORDER BY target, selector, service, operation, isBrowser
LIMIT {limit:UInt32}
