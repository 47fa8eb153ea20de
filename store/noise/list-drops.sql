-- One row per drop rule: how many things it removed in the range and in the range before, each once, and when it last did. The named
-- rules first, in their order and also where they removed nothing; then any others, by name.
--   rules         names of rules
--   fromNs, toNs  Unix nanoseconds, half-open, compared by whole minutes with the things' own time
--   service, release, environment  '' for every one
--   hidden        services left out
--   lookBackDays  whole days
--   limit         1 to 100
-- before is of as much time directly before the range. lastNs is the start of the newest minute in the ledger, 0 for none: of the
-- lookBackDays up to the end of the range, and of the range and before where that is more. stored and allRemoved are the spans and log records that were kept and that any rule removed.
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
      WHERE BucketMinutes = 5 AND Signal IN ('spans', 'logs') AND Bucket >= toStartOfFiveMinutes(rangeFrom) AND Bucket < rangeTo
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
