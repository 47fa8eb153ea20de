-- One row per time, and service, environment and operation that had not run lately then: as in list-rhythms. By time,
-- then by service, environment and operation.
--   serviceLastSeenNs  when any operation of the service had last run in the environment
--   serviceOperations  the number of its operations there
--   runs               the number of five minutes in which it ran
--   periodNs           the median time from one run to the next
--   evenRuns           the number of these times that differ little from the median
--   longestUsualNs     the longest of these times but one
--   days               the number of earlier days, at most 7
--   leastUsual         the number of five minutes in which it ran in the same hours of an earlier day; the least of these
--                      days
-- Parameters:
--   times        Unix nanoseconds, ascending
--   lengthNs     so long before each time is looked at
--   leastNs      nanoseconds; it had not run for so long
--   leastRuns    it had run so often
--   evenPercent  times that differ from the median by at most so many hundredths of it differ little
--   limit        1 to 1000000
WITH
  86400000000000 AS dayNs,
  runs AS (
    SELECT ServiceName, Operation, Environment, Bucket,
      toUnixTimestamp64Nano(min(FirstSeen)) AS first, toUnixTimestamp64Nano(max(LastSeen)) AS last
    FROM operation_activity
    WHERE Bucket >= toDateTime(intDiv(intDiv({times:Array(Int64)}[1] - {lengthNs:Int64}, 1000000000), 300) * 300)
      AND Bucket <= toDateTime(intDiv({times:Array(Int64)}[-1], 1000000000))
    GROUP BY ServiceName, Operation, Environment, Bucket
  ),
  operations AS (
    SELECT ServiceName, Operation, Environment, arraySort(groupArray((first, last))) AS every
    FROM runs
    GROUP BY ServiceName, Operation, Environment
  ),
  -- Of each operation the last run before each time. Most have just run, and are done with.
  lasts AS (
    SELECT ServiceName, Operation, Environment, every, atNs,
      arrayFilter(run -> run.1 < atNs AND run.1 >= intDiv(atNs - {lengthNs:Int64}, 300000000000) * 300000000000,
        every) AS before
    FROM operations
    ARRAY JOIN {times:Array(Int64)} AS atNs
    WHERE notEmpty(before)
  ),
  dated AS (
    SELECT ServiceName, Operation, Environment, atNs, before,
      arrayMax(run -> if(run.2 < atNs, run.2, run.1), before) AS lastRun,
      max(lastRun) OVER (PARTITION BY ServiceName, Environment, atNs) AS serviceLast,
      count() OVER (PARTITION BY ServiceName, Environment, atNs) AS serviceOperations
    FROM lasts
  )
SELECT
  toString(atNs) AS atNs, ServiceName AS service, Environment AS environment, Operation AS operation,
  toString(lastRun) AS lastSeenNs, toString(serviceLast) AS serviceLastSeenNs,
  toUInt32(serviceOperations) AS serviceOperations, toUInt32(length(before)) AS runs,
  toString(median) AS periodNs,
  toUInt32(arrayCount(gap -> abs(gap - median) <= {evenPercent:UInt8} / 100 * median, gaps)) AS evenRuns,
  toString(arraySort(gaps)[-2]) AS longestUsualNs,
  toUInt8(least(7, intDiv(lastRun - before[1].1, dayNs))) AS days,
  toUInt32(arrayMin(arrayMap(day -> arrayCount(run -> run.2 > lastRun - day * dayNs AND run.1 < dated.atNs - day * dayNs,
    before), if(days = 0, [0], range(1, days + 1))))) AS leastUsual
FROM (
  SELECT *,
    arrayMap((next, previous) -> next.1 - previous.2, arrayPopFront(before), arrayPopBack(before)) AS gaps,
    arrayReduce('quantileExact(0.5)', gaps) AS median
  FROM dated
  WHERE dated.atNs - lastRun >= {leastNs:Int64} AND length(before) >= {leastRuns:UInt32}
) AS dated
ORDER BY dated.atNs, service, environment, operation
LIMIT {limit:UInt32}
