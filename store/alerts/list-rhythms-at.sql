-- One row per time, and service, environment and operation that had not run lately then: as in list-rhythms. By time,
-- then by service, environment and operation.
--   serviceLastSeenNs  when any operation of the service had last run in the environment
--   serviceOperations  the number of its operations there
--   runs               the number of five minutes in which it ran
--   periodNs           the median time from one run to the next
--   evenRuns           the number of these times that differ little from the median
--   longestUsualNs     the longest of these times but one
--   days               the number of earlier days, at most 7
--   leastUsual         the number of five minutes in which it ran in the same hours of an earlier day; the least of
--                      these days
-- Parameters:
--   times        Unix nanoseconds, ascending
--   lengthNs     so long before each time is looked at
--   leastNs      nanoseconds; it had not run for so long
--   leastRuns    it had run so often
--   evenPercent  times that differ from the median by at most so many hundredths of it differ little
--   limit        1 to 1000000
WITH
  86400000000000 AS dayNs,
  -- Most operations have just run. Of those nothing but their last run is read, if there is one time.
  silent AS (
    SELECT ServiceName, Operation, Environment
    FROM operation_activity
    WHERE Bucket >= toDateTime(intDiv(intDiv({times:Array(Int64)}[1] - {lengthNs:Int64}, 1000000000), 300) * 300)
      AND toUnixTimestamp64Nano(FirstSeen) < {times:Array(Int64)}[-1]
    GROUP BY ServiceName, Operation, Environment
    HAVING length({times:Array(Int64)}) > 1
      OR {times:Array(Int64)}[1] - max(if(toUnixTimestamp64Nano(LastSeen) < {times:Array(Int64)}[1],
        toUnixTimestamp64Nano(LastSeen), toUnixTimestamp64Nano(FirstSeen))) >= {leastNs:Int64}
  ),
  runs AS (
    SELECT ServiceName, Operation, Environment, Bucket,
      toUnixTimestamp64Nano(min(FirstSeen)) AS first, toUnixTimestamp64Nano(max(LastSeen)) AS last
    FROM operation_activity
    WHERE Bucket >= toDateTime(intDiv(intDiv({times:Array(Int64)}[1] - {lengthNs:Int64}, 1000000000), 300) * 300)
      AND Bucket <= toDateTime(intDiv({times:Array(Int64)}[-1], 1000000000))
      AND (toUnixTimestamp(Bucket) * 1000000000 >= {times:Array(Int64)}[1] - {leastNs:Int64} - 300000000000
        OR (ServiceName, Operation, Environment) GLOBAL IN (SELECT ServiceName, Operation, Environment FROM silent))
    GROUP BY ServiceName, Operation, Environment, Bucket
  ),
  operations AS (
    SELECT ServiceName, Operation, Environment, arraySort(groupArray((first, last))) AS every
    FROM runs
    GROUP BY ServiceName, Operation, Environment
  ),
  -- Only pauses are long: of an operation that runs all the time there are few times at which it had not run lately.
  pauses AS (
    SELECT ServiceName, Operation, Environment, every, arrayJoin(arrayFlatten(arrayMap(
      pause -> arrayFilter(t -> t >= pause.1 + {leastNs:Int64} AND t <= pause.2, {times:Array(Int64)}),
      arrayFilter(pause -> pause.2 - pause.1 >= {leastNs:Int64}, arrayZip(every.2,
        arrayPushBack(arrayPopFront(every.1), {times:Array(Int64)}[-1])))))) AS atNs
    FROM operations
  ),
  silences AS (
    SELECT ServiceName, Operation, Environment, atNs,
      arrayFilter(run -> run.1 < atNs
        AND run.1 >= intDiv(atNs - {lengthNs:Int64}, 300000000000) * 300000000000, every) AS before,
      before[-1].2 AS lastRun
    FROM pauses
    WHERE notEmpty(before)
  ),
  services AS (
    SELECT ServiceName, Environment, atNs,
      arrayMax(run -> if(run.1 < atNs, if(run.2 < atNs, run.2, run.1), 0), every) AS serviceLast,
      toUInt32(arrayCount(of -> of.1 < atNs AND of.2 >= atNs - {lengthNs:Int64}, named)) AS serviceOperations
    FROM (
      SELECT ServiceName, Environment, groupArray((first, last)) AS every
      FROM (
        SELECT ServiceName, Environment, Bucket, max(first) AS first, max(last) AS last
        FROM runs GROUP BY ServiceName, Environment, Bucket
      )
      GROUP BY ServiceName, Environment
    ) AS whole
    INNER JOIN (
      SELECT ServiceName, Environment, groupArray((every[1].1, every[-1].2)) AS named
      FROM operations GROUP BY ServiceName, Environment
    ) AS parts USING (ServiceName, Environment)
    ARRAY JOIN {times:Array(Int64)} AS atNs
  )
SELECT
  toString(atNs) AS atNs, ServiceName AS service, Environment AS environment, Operation AS operation,
  toString(lastRun) AS lastSeenNs, toString(serviceLast) AS serviceLastSeenNs, serviceOperations,
  toUInt32(length(before)) AS runs, toString(median) AS periodNs,
  toUInt32(arrayCount(gap -> abs(gap - median) <= {evenPercent:UInt8} / 100 * median, gaps)) AS evenRuns,
  toString(arraySort(gaps)[-2]) AS longestUsualNs,
  toUInt8(least(7, intDiv(lastRun - before[1].1, dayNs))) AS days,
  toUInt32(arrayMin(arrayMap(
    day -> arrayCount(run -> run.2 > lastRun - day * dayNs AND run.1 < dated.atNs - day * dayNs, before),
    if(days = 0, [0], range(1, days + 1))))) AS leastUsual
FROM (
  SELECT silences.*, serviceLast, serviceOperations,
    arrayMap((next, previous) -> next.1 - previous.2, arrayPopFront(before), arrayPopBack(before)) AS gaps,
    arrayReduce('quantileExact(0.5)', gaps) AS median
  FROM silences
  INNER JOIN services USING (ServiceName, Environment, atNs)
  WHERE length(before) >= {leastRuns:UInt32}
) AS dated
ORDER BY dated.atNs, service, environment, operation
LIMIT {limit:UInt32}
