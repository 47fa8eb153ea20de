-- One row per facet and value of the spans that match a search. By facet, the most frequent value first, then by value. Facet '' is all of
-- them; 'service', 'name', 'route', 'status', 'kind', 'environment', 'release'; '@key' is an attribute of the span. 'bucket' is the start;
-- 'cell' is the start and the duration's band (powers of the fourth root of ten). count, failed: spans, and failed ones among them; oneIn:
-- one trace in so many was read; readRows: how many rows matched, duplicates included.
--   fromNs, toNs   Unix nanoseconds, half-open
--   bucketNs         length of a bucket
--   most           of which more are thinned, to half of the traces as often as it takes
--   hidden         services that are left out
--   values, limit  of each facet; of all, 1 to 100000
-- The search stands where a comment says so, with parameters of its own; so do the keys that it negates, of which 'lacking' counts who has none.
WITH (
  SELECT toUInt8(least(20, ceil(log2(greatest(1, count() / {most:UInt32}))))) FROM otel_traces
  WHERE toStartOfFiveMinutes(Timestamp) >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({fromNs:Int64}))
    AND Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
    AND ServiceName NOT IN {hidden:Array(String)} AND (/* search */ 1)
) AS level,
chosen AS (
  SELECT toUnixTimestamp64Nano(Timestamp) AS startNs, DurationNs AS duration, StatusCode = 'Error' AS isFailed, ServiceName AS service, SpanName AS name,
    Route AS route, HttpStatus AS status, SpanKind AS kind, SpanAttributes AS attributes, ResourceAttributes['service.version'] AS release,
    ([]::Array(String) /* lacking */) AS lacking,
    coalesce(nullIf(ResourceAttributes['deployment.environment.name'], ''), ResourceAttributes['deployment.environment']) AS environment
  FROM otel_traces
  WHERE toStartOfFiveMinutes(Timestamp) >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({fromNs:Int64}))
    AND Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
    AND ServiceName NOT IN {hidden:Array(String)} AND bitAnd(sipHash64(TraceId), bitShiftLeft(1::UInt64, level) - 1) = 0 AND (/* search */ 1)
  LIMIT 1 BY TraceId, SpanId, ServiceName
),
pairs AS (
  SELECT pair.1 AS facet, pair.2 AS value, count() AS spans, sum(isFailed) AS bad
  FROM (
    SELECT isFailed, arrayJoin(arrayConcat(arrayMap(key -> ('lacking', key), lacking),
      [('', ''), ('service', service::String), ('name', name::String), ('route', route::String), ('status', toString(status)),
        ('kind', lower(kind)), ('environment', environment), ('release', release),
        ('bucket', toString(intDiv(startNs, {bucketNs:Int64}))),
        ('cell', concat(toString(intDiv(startNs, {bucketNs:Int64})), ' ', toString(floor(4 * log10(greatest(duration, 1))))))],
      arrayMap((key, value) -> (concat('@', key::String), value),
        arrayFilter(key -> NOT startsWith(key, 'errata.transaction.'), mapKeys(attributes)),
        mapValues(mapFilter((key, value) -> NOT startsWith(key, 'errata.transaction.'), attributes))))) AS pair
    FROM chosen
  )
  WHERE length(pair.2) <= 200
  GROUP BY pair
)
SELECT facet, value, toString(bitShiftLeft(spans, level)) AS count, toString(bitShiftLeft(bad, level)) AS failed,
  toString(bitShiftLeft(1::UInt64, level)) AS oneIn
FROM (
  SELECT *, count() OVER (PARTITION BY facet) AS differing, sum(spans) OVER (PARTITION BY facet) AS having FROM pairs
)
-- An attribute with a different value in almost every span, such as an id, is no facet.
WHERE NOT startsWith(facet, '@') OR differing <= 5 OR differing <= having / 2
ORDER BY facet, spans DESC, value
LIMIT {values:UInt32} BY if(facet IN ('bucket', 'cell'), value, facet)
LIMIT {limit:UInt32}
