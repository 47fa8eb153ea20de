-- One row per service whose requests in the last fifteen minutes, or in the last hour if fifteen minutes usually have
-- too few, are a small part of what is usual at this hour. Largest usual number first, then by service.
--   toNs                 Unix nanoseconds, the end of both: a whole five minutes
--   buckets              Unix seconds of the five minutes to read: the hour before toNs, and the same on each of seven
--                        days
--   atLeast              so many requests must be usual in either
--   mostPercent          at most so many hundredths of the usual requests are left
--   service, environment '' for every one
--   hidden               services to leave out
--   limit                1 to 100
-- The usual number of an hour is the lower of the median day with traffic and the same weekday of last week; of fifteen
-- minutes, a quarter.
WITH
  intDiv({toNs:Int64}, 1000000000) AS toSeconds,
  daily AS (
    SELECT ServiceName, intDiv(toSeconds - toUnixTimestamp(Bucket) - 1, 86400) AS Day,
      uniqCombinedMerge(12)(Requests) AS DayRequests,
      uniqCombinedMergeIf(12)(Requests, toUnixTimestamp(Bucket) >= toSeconds - 900) AS QuarterRequests
    FROM service_activity
    WHERE BucketMinutes = 5 AND Signal = 'spans'
      AND has(arrayMap(seconds -> fromUnixTimestamp(seconds), {buckets:Array(Int64)}), Bucket)
      AND ({service:String} = '' OR ServiceName = {service:String})
      AND ServiceName NOT IN {hidden:Array(String)}
      AND ({environment:String} = '' OR Environment = {environment:String})
    GROUP BY ServiceName, Day
  ),
  compared AS (
    SELECT ServiceName, sumIf(DayRequests, Day = 0) AS LastHour, sumIf(QuarterRequests, Day = 0) AS LastQuarter,
      max(Day) AS Days,
      sumIf(DayRequests, Day = 7) AS LastWeek,
      -- A day without a request has no row.
      arrayReduce('quantileExact', arrayResize(groupArrayIf(DayRequests, Day > 0), Days, toUInt64(0))) AS Median,
      if(Days = 7, least(Median, LastWeek), Median) AS UsualHour, UsualHour / 4 AS UsualQuarter,
      if(UsualQuarter >= {atLeast:UInt32}, 15, 60) AS Minutes,
      if(Minutes = 15, LastQuarter, LastHour) AS Recent, if(Minutes = 15, UsualQuarter, UsualHour) AS Usual
    FROM daily
    GROUP BY ServiceName
  )
SELECT ServiceName AS service, Minutes AS minutes, toString(Recent) AS recent, toString(toUInt64(round(Usual))) AS usual
FROM compared
WHERE Days >= 2 AND Usual >= {atLeast:UInt32} AND Recent * 100 <= Usual * {mostPercent:UInt8}
ORDER BY UsualHour DESC, ServiceName
LIMIT {limit:UInt32}
