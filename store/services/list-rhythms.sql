-- One row per service, environment and operation that has not run lately: when it last ran, and its rhythm. The latest
-- first, then by names.
--   serviceLastSeenNs  when any operation of the service last ran in the environment
--   serviceOperations  the number of its operations there
--   runs               the number of five minutes in which it ran
--   periodNs           the median time from one run to the next
--   evenRuns           the number of these times that differ little from the median
--   longestUsualNs     the longest of these times but one: one outage does not count
--   days               the number of earlier days, at most 7
--   leastUsual         it has not run since lastSeenNs: the number of five minutes in which it ran in the same hours of an
--                      earlier day; the least of these days
-- Parameters:
--   fromNs, toNs          Unix nanoseconds, half-open
--   leastNs               nanoseconds; it has not run for so long
--   leastRuns             it has run so often
--   evenPercent           times that differ from the median by at most so many hundredths of it differ little
--   service, environment  '' for every one
--   hidden                services to leave out
--   limit                 1 to 1000
WITH
  86400000000000 AS dayNs,
  runs AS (
    SELECT ServiceName, Operation, Environment, Bucket,
      toUnixTimestamp64Nano(min(FirstSeen)) AS first, toUnixTimestamp64Nano(max(LastSeen)) AS last
    FROM operation_activity
    WHERE Bucket >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({fromNs:Int64}))
      AND FirstSeen < fromUnixTimestamp64Nano({toNs:Int64})
      AND ({service:String} = '' OR ServiceName = {service:String})
      AND ServiceName NOT IN {hidden:Array(String)}
      AND ({environment:String} = '' OR Environment = {environment:String})
    GROUP BY ServiceName, Operation, Environment, Bucket
  ),
  operations AS (
    SELECT ServiceName, Operation, Environment, groupArray((first, last)) AS unsorted, max(last) AS lastRun,
      max(lastRun) OVER (PARTITION BY ServiceName, Environment) AS serviceLast,
      count() OVER (PARTITION BY ServiceName, Environment) AS serviceOperations
    FROM runs
    GROUP BY ServiceName, Operation, Environment
  )
SELECT
  ServiceName AS service, Environment AS environment, Operation AS operation,
  toString(lastRun) AS lastSeenNs, toString(serviceLast) AS serviceLastSeenNs,
  toUInt32(serviceOperations) AS serviceOperations, toUInt32(length(times)) AS runs,
  toString(median) AS periodNs,
  toUInt32(arrayCount(gap -> abs(gap - median) <= {evenPercent:UInt8} / 100 * median, gaps)) AS evenRuns,
  toString(arraySort(gaps)[-2]) AS longestUsualNs,
  toUInt8(least(7, intDiv(lastRun - times[1].1, dayNs))) AS days,
  toUInt32(arrayMin(arrayMap(day -> arrayCount(run -> run.2 > lastRun - day * dayNs AND run.1 < {toNs:Int64} - day * dayNs,
    times), if(days = 0, [0], range(1, days + 1))))) AS leastUsual
FROM (
  SELECT *, arraySort(unsorted) AS times,
    arrayMap((next, previous) -> next.1 - previous.2, arrayPopFront(times), arrayPopBack(times)) AS gaps,
    arrayReduce('quantileExact(0.5)', gaps) AS median
  FROM operations
  WHERE {toNs:Int64} - lastRun >= {leastNs:Int64} AND length(unsorted) >= {leastRuns:UInt32}
)
ORDER BY lastRun DESC, service, environment, operation
LIMIT {limit:UInt32}
