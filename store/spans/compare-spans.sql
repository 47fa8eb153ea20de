-- One row per attribute and value in which the selected spans of a search differ from its other spans. By attribute,
-- the greatest difference first, then by value. Key '' is all spans; 'service', 'name', 'operation', 'route', 'status',
-- 'kind', 'environment', 'release'; '@key' is an attribute of the span, 'resource.key' one of its resource. selected, others:
-- spans with the value; keySelected, keyOthers: spans with any value of the key; ofService: the service of a release,
-- or two; oneIn: one trace in so many was read.
--   fromNs, toNs   Unix nanoseconds, half-open
--   level          one trace in 2^level is read
--   table          otel_traces, or span_samples, which has one trace in 16
--   hidden         services to leave out
--   values, limit  values of each key; rows, 1 to 100000
-- Code inserts search, selection and sample (insert-expressions.ts).
WITH chosen AS (
  SELECT toUInt8(({{selection: 1}})) AS isSelected, ServiceName AS service, SpanName AS name,
    Operation AS operation, Route AS route, HttpStatus AS status, SpanKind AS kind,
    SpanAttributes AS attributes, ResourceAttributes AS resource, {{release}} AS release,
    {{environment}} AS environment
  FROM {table:Identifier} FINAL
  -- As PREWHERE, which FINAL does not choose itself: copies of a span have the same values.
  PREWHERE toStartOfFiveMinutes(Timestamp) >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({fromNs:Int64}))
    AND Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
    AND ServiceName NOT IN {hidden:Array(String)} AND ({{sample: 1}}) AND ({{search: 1}})
),
pairs AS (
  SELECT pair.1 AS key, pair.2 AS value, countIf(isSelected = 1) AS hits, countIf(isSelected = 0) AS misses,
    groupUniqArrayIf(3)(service, key = 'release') AS services
  FROM (
    SELECT isSelected, service, arrayJoin(arrayConcat(
      [('', ''), ('service', service::String), ('name', name::String),
        ('operation', operation::String), ('route', route::String),
        ('status', if(status = 0, '', toString(status))),
        ('kind', lower(kind)), ('environment', environment), ('release', release)],
      arrayMap((key, value) -> (concat('@', key::String), value), mapKeys(attributes), mapValues(attributes)),
      arrayMap((key, value) -> (concat('resource.', key::String), value), mapKeys(resource),
        mapValues(resource)))) AS pair
    FROM chosen
  )
  -- These have columns of their own, or are added by Errata.
  WHERE length(value) <= 200 AND NOT startsWith(key, '@errata.')
    AND key NOT IN ('resource.service.name', 'resource.service.version', 'resource.deployment.environment.name',
      'resource.deployment.environment', '@http.route', '@http.response.status_code', '@http.status_code')
  GROUP BY key, value
)
SELECT key, value, toString(hits) AS selected, toString(misses) AS others, toString(keyHits) AS keySelected,
  toString(keyMisses) AS keyOthers,
  if(length(services) > 2, '', arrayStringConcat(arraySort(services), ' and ')) AS ofService,
  toString(bitShiftLeft(1::UInt64, {level:UInt8})) AS oneIn
FROM (
  SELECT *, count() OVER (PARTITION BY key) AS differing,
    sum(hits) OVER (PARTITION BY key) AS keyHits, sum(misses) OVER (PARTITION BY key) AS keyMisses,
    sumIf(hits, key = '') OVER () AS allHits, sumIf(misses, key = '') OVER () AS allMisses
  FROM pairs
)
-- An attribute with a different value in almost every span, such as an id.
WHERE differing <= 5 OR differing <= (keyHits + keyMisses) / 2
ORDER BY key, abs(hits / greatest(1, allHits) - misses / greatest(1, allMisses)) DESC, value
LIMIT {values:UInt32} BY key
LIMIT {limit:UInt32}
