-- One row per service, or per operation of a service, with transactions in either period: how many, how many failed or
-- were slow, and percentiles. Most transactions first, then by service and operation. counts: transactions, failed,
-- satisfied, tolerated ones, each now and before; estimates unless oneIn is 1 (one transaction in so many was read).
-- whole, operations: the sum of counts, and the number, of all services or operations, listed or not. now, before: exact 50th, 75th, 95th and 99th percentiles in nanoseconds of the transactions that were
-- read; 0 where there are none. slowest: the longest of them now. clientErrors: failed ones of now with an HTTP status
-- of 400 to 499, which the caller caused; clientErrorStatuses: their lowest and their highest status. The operation
-- 'GraphQL errors' has failures alone: one for each trace in which answers had errors. What browsers sent (isBrowser) has
-- rows and a whole of its own by operation, and of a service only where nothing else was sent.
--   beforeNs, fromNs, toNs  Unix nanoseconds: before is from beforeNs to fromNs, now from fromNs to toNs; half-open
--   byOperation   1 for a row per operation, 0 for a row per service
--   most          if a row has more transactions, every second, fourth, … is read; of those with fewer together, if they
--                 have more than 32 times as many
--   satisfiedNs   a transaction satisfies up to this duration, and is tolerated up to four times as much, unless it
--                 fails
--   service, environment, release  '' for every one
--   hidden        services to leave out
--   limit         1 to 1000
WITH (
  SELECT (groupArrayIf(name, level > 0), groupArrayIf(level, level > 0),
    toUInt8(least(10, greatest(0, ceil(log2(greatest(1, sumIf(sampled, level = 0) * 2 / {most:UInt32})))))))
  FROM (
    SELECT if({byOperation:UInt8} = 1, Operation, ServiceName)::String AS name, uniqExact(Id) AS sampled,
      toUInt8(least(10, greatest(0, ceil(log2(greatest(1, sampled * 64 / {most:UInt32})))))) AS level
    FROM transactions
    WHERE Level >= 6
      AND Timestamp >= fromUnixTimestamp64Nano({beforeNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
      AND ({service:String} = '' OR ServiceName = {service:String})
    GROUP BY name
  )
) AS levels
SELECT
  service,
  operation,
  isBrowser,
  arrayMap(rows -> toString(rows), counted) AS counts,
  arrayMap(rows -> toString(rows), sumForEach(counted) OVER (PARTITION BY isBrowser)) AS whole,
  toString(count() OVER (PARTITION BY isBrowser)) AS operations,
  arrayMap(ns -> toString(ns), quantilesExactIf(0.5, 0.75, 0.95, 0.99)(duration, isRoot AND isNow)) AS now,
  arrayMap(ns -> toString(ns), quantilesExactIf(0.5, 0.75, 0.95, 0.99)(duration, isRoot AND NOT isNow)) AS before,
  toString(maxIf(duration, isRoot AND isNow)) AS slowest,
  toString(bitShiftLeft(countIf(isNow AND isClientError), level)) AS clientErrors,
  [minIf(status, isNow AND isClientError), maxIf(status, isNow AND isClientError)] AS clientErrorStatuses,
  toString(bitShiftLeft(1::UInt64, level)) AS oneIn,
  arrayMap(rows -> bitShiftLeft(rows, level), [
    countIf(isRoot AND isNow), countIf(isRoot AND NOT isNow),
    countIf(isFailed AND isNow), countIf(isFailed AND NOT isNow),
    countIf(isSatisfied AND isNow), countIf(isSatisfied AND NOT isNow),
    countIf(isTolerated AND isNow), countIf(isTolerated AND NOT isNow)]) AS counted
FROM (
  -- Grouped by identity: FINAL takes twice as long here.
  SELECT
    ServiceName AS service, if({byOperation:UInt8} = 1, Operation, '') AS operation, IsBrowser AS isBrowser,
    transform(if({byOperation:UInt8} = 1, Operation, ServiceName), levels.1, levels.2, levels.3) AS level,
    max(Timestamp) >= fromUnixTimestamp64Nano({fromNs:Int64}) AS isNow,
    max(IsRoot) = 1 AS isRoot,
    max(Duration) AS duration,
    max(Failed) = 1 AS isFailed,
    max(HttpStatus) AS status,
    isFailed AND status >= 400 AND status < 500 AS isClientError,
    NOT isFailed AND duration <= {satisfiedNs:UInt64} AS isSatisfied,
    NOT isFailed AND NOT isSatisfied AND duration <= 4 * {satisfiedNs:UInt64} AS isTolerated
  FROM transactions
  WHERE Level >= transform(if({byOperation:UInt8} = 1, Operation, ServiceName), levels.1, levels.2, levels.3)
    AND Timestamp >= fromUnixTimestamp64Nano({beforeNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
    AND ({service:String} = '' OR ServiceName = {service:String})
    AND ServiceName NOT IN {hidden:Array(String)}
    AND ({environment:String} = '' OR Environment = {environment:String})
    AND ({release:String} = '' OR Release = {release:String})
  GROUP BY service, operation, isBrowser, level, Id
)
GROUP BY service, operation, isBrowser, level
QUALIFY {byOperation:UInt8} = 1 OR isBrowser = min(isBrowser) OVER (PARTITION BY service)
ORDER BY counted[1] + counted[2] DESC, service, operation, isBrowser
LIMIT {limit:UInt32}
