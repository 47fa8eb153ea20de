-- One row per service, or per route of a service, with transactions in either period: how many, how many failed or were
-- slow, and percentiles. Most requests first, then by service and route. What browsers sent (isBrowser) has rows of its own
-- by route, and of a service only where nothing else was sent. requests, failed, satisfied, tolerating: pairs
-- of now and before; estimates unless oneIn is 1 (one transaction in so many was read). now, before: exact 50th, 75th,
-- 95th and 99th percentiles in nanoseconds of the transactions that were read; 0 where there are none. slowest: the
-- longest of them now. clientErrors: failed ones of now with an HTTP status of 400 to 499, which the caller caused;
-- clientErrorStatuses: their lowest and their highest status.
--   beforeNs, fromNs, toNs  Unix nanoseconds: before is from beforeNs to fromNs, now from fromNs to toNs; half-open
--   byRoute       1 for a row per route, 0 for a row per service
--   most          if a row has more transactions, every second, fourth, … is read
--   satisfiedNs   a transaction satisfies up to this duration, and is tolerated up to four times as much, unless it
--                 fails
--   service, environment, release  '' for every one
--   hidden        services to leave out
--   limit         1 to 1000
WITH (
  SELECT (groupArray(name), groupArray(level))
  FROM (
    SELECT if({byRoute:UInt8} = 1, Route, ServiceName)::String AS name,
      toUInt8(least(10, greatest(0, ceil(log2(greatest(1, uniqExact(Id) * 64 / {most:UInt32})))))) AS level
    FROM transactions
    WHERE Level >= 6
      AND Timestamp >= fromUnixTimestamp64Nano({beforeNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
      AND ({service:String} = '' OR ServiceName = {service:String})
    GROUP BY name
  )
) AS levels
SELECT
  service,
  route,
  isBrowser,
  arrayMap(rows -> toString(bitShiftLeft(rows, level)), [countIf(isNow), countIf(NOT isNow)]) AS requests,
  arrayMap(rows -> toString(bitShiftLeft(rows, level)),
    [countIf(isNow AND isFailed), countIf(NOT isNow AND isFailed)]) AS failed,
  arrayMap(rows -> toString(bitShiftLeft(rows, level)),
    [countIf(isNow AND isSatisfied), countIf(NOT isNow AND isSatisfied)]) AS satisfied,
  arrayMap(rows -> toString(bitShiftLeft(rows, level)),
    [countIf(isNow AND isTolerated), countIf(NOT isNow AND isTolerated)]) AS tolerating,
  arrayMap(ns -> toString(ns), quantilesExactIf(0.5, 0.75, 0.95, 0.99)(duration, isNow)) AS now,
  arrayMap(ns -> toString(ns), quantilesExactIf(0.5, 0.75, 0.95, 0.99)(duration, NOT isNow)) AS before,
  toString(maxIf(duration, isNow)) AS slowest,
  toString(bitShiftLeft(countIf(isNow AND isClientError), level)) AS clientErrors,
  [minIf(status, isNow AND isClientError), maxIf(status, isNow AND isClientError)] AS clientErrorStatuses,
  toString(bitShiftLeft(1::UInt64, level)) AS oneIn
FROM (
  -- Grouped by identity: FINAL takes twice as long here.
  SELECT
    ServiceName AS service, if({byRoute:UInt8} = 1, Route, '') AS route, IsBrowser AS isBrowser,
    transform(if({byRoute:UInt8} = 1, Route, ServiceName), levels.1, levels.2, 0::UInt8) AS level,
    max(Timestamp) >= fromUnixTimestamp64Nano({fromNs:Int64}) AS isNow,
    max(Duration) AS duration,
    max(Failed) = 1 AS isFailed,
    max(HttpStatus) AS status,
    isFailed AND status >= 400 AND status < 500 AS isClientError,
    NOT isFailed AND duration <= {satisfiedNs:UInt64} AS isSatisfied,
    NOT isFailed AND NOT isSatisfied AND duration <= 4 * {satisfiedNs:UInt64} AS isTolerated
  FROM transactions
  WHERE Level >= transform(if({byRoute:UInt8} = 1, Route, ServiceName), levels.1, levels.2, 0::UInt8)
    AND Timestamp >= fromUnixTimestamp64Nano({beforeNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
    AND ({service:String} = '' OR ServiceName = {service:String})
    AND ServiceName NOT IN {hidden:Array(String)}
    AND ({environment:String} = '' OR Environment = {environment:String})
    AND ({release:String} = '' OR Release = {release:String})
  GROUP BY service, route, isBrowser, level, Id
)
GROUP BY service, route, isBrowser, level
QUALIFY {byRoute:UInt8} = 1 OR isBrowser = min(isBrowser) OVER (PARTITION BY service)
ORDER BY bitShiftLeft(count(), level) DESC, service, route, isBrowser
LIMIT {limit:UInt32}
