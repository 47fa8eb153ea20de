-- One row per drop rule: how many distinct items it removed in the range and in the previous period, and when it last
-- matched. The named rules first, in order, even without drops; then any others, by name.
--   rules         names of rules
--   fromNs, toNs  Unix nanoseconds, half-open, compared with the items' timestamps by whole minutes
--   service, release, environment  '' for every one
--   hidden        services to leave out
--   lookBackDays  whole days
--   limit         1 to 100
-- before: the previous period of the same length. lastNs: start of the newest minute with drops, 0 for none, within the
-- lookBackDays before the end of the range, or within both periods if these are longer. stored, allRemoved: spans and
-- log records of the same services, releases and environments that were kept, and that any rule removed.
WITH
  toStartOfMinute(fromUnixTimestamp64Nano({fromNs:Int64})) AS rangeFrom,
  fromUnixTimestamp64Nano({toNs:Int64}) AS rangeTo,
  toStartOfMinute(fromUnixTimestamp64Nano({fromNs:Int64} - ({toNs:Int64} - {fromNs:Int64}))) AS beforeFrom,
  counted AS (
    SELECT Rule::String AS name, Source AS shape, Minute AS minute, uniqExactMerge(Items) AS items
    FROM noise_counts
    WHERE Minute >= beforeFrom AND Minute < rangeTo
      AND ({service:String} = '' OR ServiceName = {service:String})
      AND ServiceName NOT IN {hidden:Array(String)}
      AND ({release:String} = '' OR Release = {release:String})
      AND ({environment:String} = '' OR Environment = {environment:String})
    GROUP BY name, shape, minute, ServiceName, Route, Release
  )
SELECT
  name AS rule,
  toString(sumIf(items, shape = 'span' AND minute >= rangeFrom)) AS spans,
  toString(sumIf(items, shape = 'event' AND minute >= rangeFrom)) AS events,
  toString(sumIf(items, shape = 'log' AND minute >= rangeFrom)) AS logs,
  toString(sumIf(items, minute < rangeFrom)) AS before,
  toString(toUnixTimestamp64Nano(toDateTime64(max(newest), 9))) AS lastNs,
  toString((SELECT sumIf(items, shape != 'event' AND minute >= rangeFrom) FROM counted)) AS allRemoved,
  toString((
    SELECT sum(rows)
    FROM (
      SELECT uniqCombinedMerge(12)(Items) AS rows
      FROM service_activity
      WHERE BucketMinutes = 5 AND Signal IN ('spans', 'logs') AND Bucket >= toStartOfFiveMinutes(rangeFrom)
        AND Bucket < rangeTo
        AND ({service:String} = '' OR ServiceName = {service:String})
        AND ServiceName NOT IN {hidden:Array(String)}
        AND ({release:String} = '' OR Release = {release:String})
        AND ({environment:String} = '' OR Environment = {environment:String})
      GROUP BY Signal, Bucket
    )
  )) AS stored
FROM (
  SELECT name, shape, minute, items, toDateTime(0) AS newest FROM counted
  UNION ALL
  SELECT Rule::String, 'span', toDateTime(0), 0, max(Minute)
  FROM noise_counts
  WHERE Minute >= least(beforeFrom, toDateTime(rangeTo) - {lookBackDays:UInt32} * 86400) AND Minute < rangeTo
    AND ({service:String} = '' OR ServiceName = {service:String})
    AND ServiceName NOT IN {hidden:Array(String)}
    AND ({release:String} = '' OR Release = {release:String})
    AND ({environment:String} = '' OR Environment = {environment:String})
  GROUP BY 1
  UNION ALL
  SELECT arrayJoin({rules:Array(String)}), 'span', toDateTime(0), 0, toDateTime(0)
)
GROUP BY name
ORDER BY indexOf({rules:Array(String)}, name) = 0, indexOf({rules:Array(String)}, name), name
LIMIT {limit:UInt32}
