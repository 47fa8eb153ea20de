-- One row per facet and value of the log records that match a search. By facet, the most frequent value first, then by
-- value. Facet '' is all of them; 'service', 'severity', 'event', 'environment', 'release', 'scope'; '@key' is an
-- attribute of the record; 'differing' has the keys that the record and its resource have with different values.
-- 'bucket' is the time and, after a space, the severity's name. count, failed: records, and errors among them; oneIn: one
-- in so many was read.
--   fromNs, toNs   Unix nanoseconds, half-open
--   bucketNs         length of a bucket
--   level          one record in 2^level is read
--   table          otel_logs, or log_samples, which has one record in 16
--   hidden         services that are left out
--   values, limit  of each facet; of all, 1 to 100000
-- Code inserts search, lacking and sample (insert-expressions.ts).
WITH chosen AS (
  SELECT toUnixTimestamp64Nano(Timestamp) AS atNs, ServiceName AS service, EventName AS event, ScopeName AS scope,
    LogAttributes AS attributes,
    Severity >= 17 AS isError, ({{lacking: []::Array(String)}}) AS lacking,
    mapKeys(mapFilter((key, value) -> mapContains(ResourceAttributes, key) AND ResourceAttributes[key] != value,
      LogAttributes)) AS differing,
    ['none', 'trace', 'debug', 'info', 'warn', 'error', 'fatal'][intDiv(Severity + 3, 4) + 1] AS severity,
    {{release}} AS release,
    {{environment}} AS environment
  FROM {table:Identifier} FINAL
  -- As PREWHERE, which FINAL does not choose itself: copies of a record have the same values.
  PREWHERE toStartOfFiveMinutes(Timestamp) >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({fromNs:Int64}))
    AND Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
    AND ServiceName NOT IN {hidden:Array(String)} AND ({{sample: 1}}) AND ({{search: 1}})
),
pairs AS (
  SELECT pair.1 AS facet, pair.2 AS value, count() AS records, sum(isError) AS errors
  FROM (
    SELECT isError, arrayJoin(arrayConcat(arrayMap(key -> ('lacking', key), lacking),
      arrayMap(key -> ('differing', key::String), differing),
      [('', ''), ('service', service::String), ('severity', severity), ('event', event), ('environment', environment),
        ('release', release),
        ('scope', scope), ('bucket', concat(toString(intDiv(atNs, {bucketNs:Int64})), ' ', severity))],
      arrayMap((key, value) -> (concat('@', key::String), value),
        arrayFilter(key -> NOT startsWith(key, 'errata.transaction.'), mapKeys(attributes)),
        mapValues(mapFilter((key, value) -> NOT startsWith(key, 'errata.transaction.'), attributes))))) AS pair
    FROM chosen
  )
  WHERE length(pair.2) <= 200
  GROUP BY pair
)
SELECT facet, value, toString(bitShiftLeft(records, {level:UInt8})) AS count,
  toString(bitShiftLeft(errors, {level:UInt8})) AS failed,
  toString(bitShiftLeft(1::UInt64, {level:UInt8})) AS oneIn
FROM (
  SELECT *, count() OVER (PARTITION BY facet) AS distinct, sum(records) OVER (PARTITION BY facet) AS having FROM pairs
)
-- An attribute with a different value in almost every record, such as an id, is no facet.
WHERE NOT startsWith(facet, '@') OR distinct <= 5 OR distinct <= having / 2
ORDER BY facet, records DESC, value
LIMIT {values:UInt32} BY if(facet = 'bucket', value, facet)
LIMIT {limit:UInt32}
