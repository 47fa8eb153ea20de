-- One row per service, environment and operation that has run no more lately: when it last ran, and its rhythm. The
-- latest first, then by names.
--   runs         how often it ran: in how many five minutes
--   period       nanoseconds, the median time from one run to the next
--   evenRuns     how many of these times differ from the median by little
--   longestUsual nanoseconds, the longest of them but one: one outage does not count
--   leastUsual   in how many five minutes it ran at this time of the earlier days, as long as it has not run now; of
--                days the least. days: how many there are, 7 at most
--   serviceLast  Unix nanoseconds, when any operation of the service last ran in the environment; operations: how many
--                it has
-- Parameters:
--   fromNs, toNs          Unix nanoseconds, half-open
--   leastNs               nanoseconds for which it has not run
--   leastRuns             how often it has run
--   evenPercent           by how much of the median, in hundredths, times differ that differ little
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
