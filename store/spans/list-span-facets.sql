-- One row per facet and value of the spans that match a search. By facet, the most frequent value first, then by value.
-- Facet '' is all of them; 'service', 'operation', 'name', 'route', 'status', 'kind', 'environment', 'release'; '@key'
-- is an attribute of the span; 'differing' has the keys that the span and its resource have with different values. 'bucket' is
-- the start; 'cell' is the start and the duration's band (powers of the fourth root of ten). count, failed: spans, and failed ones among them; oneIn: one trace in so many was read; picked: those of a
-- selection. p50Ns, p95Ns: percentiles of the durations of all of them, 0 of the others.
--   fromNs, toNs   Unix nanoseconds, half-open
--   bucketNs         length of a bucket
--   level          one trace in 2^level is read
--   table          otel_traces, or span_samples, which has one trace in 16
--   hidden         services that are left out
--   values, limit  of each facet; of all, 1 to 100000
-- Code inserts search, selection, lacking and sample (insert-expressions.ts).
WITH chosen AS (
  SELECT toUnixTimestamp64Nano(Timestamp) AS startNs, DurationNs AS duration, Failed = 1 AS isFailed,
    ServiceName AS service, Operation AS operation, SpanName AS name,
    Route AS route, HttpStatus AS status, SpanKind AS kind, SpanAttributes AS attributes,
    {{release}} AS release, {{environment}} AS environment,
    ({{lacking: []::Array(String)}}) AS lacking,
    mapKeys(mapFilter((key, value) -> mapContains(ResourceAttributes, key) AND ResourceAttributes[key] != value,
      SpanAttributes)) AS differing, toUInt8(({{selection: 0}})) AS isSelected
  FROM {table:Identifier} FINAL
  -- As PREWHERE, which FINAL does not choose itself: copies of a span have the same values.
  PREWHERE toStartOfFiveMinutes(Timestamp) >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({fromNs:Int64}))
    AND Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
    AND ServiceName NOT IN {hidden:Array(String)} AND ({{sample: 1}}) AND ({{search: 1}})
),
pairs AS (
  SELECT facet, value, count() AS spans, sum(isFailed) AS bad, sum(isSelected) AS hits,
    quantilesExactIf(0.5, 0.95)(duration, facet = '') AS percentiles
  FROM chosen
  ARRAY JOIN
    arrayConcat(arrayMap(key -> 'lacking', lacking), arrayMap(key -> 'differing', differing),
      ['', 'service', 'operation', 'name', 'route', 'status', 'kind', 'environment', 'release', 'bucket', 'cell'],
      arrayMap(key -> concat('@', key), mapKeys(attributes)))::Array(LowCardinality(String)) AS facet,
    arrayConcat(lacking, differing,
      ['', service::String, operation::String, name::String, route::String, toString(status), lower(kind),
        environment, release, toString(intDiv(startNs, {bucketNs:Int64})),
        concat(toString(intDiv(startNs, {bucketNs:Int64})), ' ', toString(floor(4 * log10(greatest(duration, 1)))))],
      mapValues(attributes)) AS value
  WHERE length(value) <= 200 AND NOT startsWith(facet, '@errata.transaction.')
  GROUP BY facet, value
)
SELECT facet, value, toString(bitShiftLeft(spans, {level:UInt8})) AS count,
  toString(bitShiftLeft(bad, {level:UInt8})) AS failed,
  toString(bitShiftLeft(hits, {level:UInt8})) AS picked,
  toString(bitShiftLeft(1::UInt64, {level:UInt8})) AS oneIn, toString(percentiles[1]) AS p50Ns,
  toString(percentiles[2]) AS p95Ns
FROM (
  SELECT *, count() OVER (PARTITION BY facet) AS distinct, sum(spans) OVER (PARTITION BY facet) AS having FROM pairs
)
-- An attribute with a different value in almost every span, such as an id, is no facet.
WHERE NOT startsWith(facet, '@') OR distinct <= 5 OR distinct <= having / 2
ORDER BY facet, spans DESC, value
LIMIT {values:UInt32} BY if(facet IN ('bucket', 'cell'), value, facet)
LIMIT {limit:UInt32}
