-- One row per span name of a service, and one per database statement: how often, and its self time. By kind of value,
-- then longest total first, then by value. Self time is a span's duration without the time in which children of the
-- same service run; a call to another service is the caller's time. by: 'name' or 'statement'. target: the host that
-- client spans call whose name is only an HTTP method, else ''. system: of the database. count, selfNs: estimates if
-- not all traces were read; error: two standard errors of selfNs, as a share of it, as each trace was read with the
-- same probability.
-- p95: of the durations, exact percentile of the spans that were read. longestNs: the greatest self time of one span.
-- totalNs: selfNs of all span names. traces: how many were read. oneIn: one trace in so many was read.
--   fromNs, toNs  Unix nanoseconds, half-open
--   service
--   environment, release  '' for every one
--   maxTraces     if there are more, one in 4, 16, … is read
--   values        of each kind
--   limit         1 to 1000
WITH
  toStartOfFiveMinutes(fromUnixTimestamp64Nano({fromNs:Int64})) AS fromBucket,
  fromUnixTimestamp64Nano({toNs:Int64}) AS toTime,
  (
    SELECT toUInt8(least(6, greatest(0, ceil(log2(greatest(1, uniqExact(TraceId) * 64 / {maxTraces:UInt32})) / 2))))
    FROM trace_parts
    WHERE Level >= 3 AND Bucket >= fromBucket AND Bucket < toTime AND has(Services, {service:String})
  ) AS least,
  (
    SELECT uniqExact(TraceId) FROM trace_parts
    WHERE Level >= least AND Bucket >= fromBucket AND Bucket < toTime AND has(Services, {service:String})
  ) AS sampled
SELECT
  by,
  substringUTF8(value, 1, 1000) AS value,
  target,
  any(system) AS system,
  toString(bitShiftLeft(count(), 2 * least)) AS count,
  toString(bitShiftLeft(sum(self) AS selfSum, 2 * least)) AS selfNs,
  if(least = 0, 0,
    2 * sqrt((1 - 1 / bitShiftLeft(1::UInt64, 2 * least))
      * arraySum(ns -> ns * ns, mapValues(sumMap(map(trace, toFloat64(self))))))
    / greatest(1, selfSum)) AS error,
  toString(bitShiftLeft(sum(if(by = 'name', selfSum, 0)) OVER (), 2 * least)) AS totalNs,
  toString(quantileExact(0.95)(duration)) AS p95,
  toString(max(self)) AS longestNs,
  toString(sampled) AS traces,
  toString(bitShiftLeft(1::UInt64, 2 * least)) AS oneIn
FROM (
  SELECT
    trace, duration, system, kinds.1 AS by, kinds.2 AS value, kinds.3 AS target,
    duration - arrayReduce('intervalLengthSum',
      arrayMap(child -> least(greatest(child.1, began), began + duration), children),
      arrayMap(child -> least(greatest(child.2, began), began + duration), children)) AS self
  FROM (
    SELECT
      sipHash64(TraceId) AS trace, anyIf(name, isOwn) AS name, anyIf(statement, isOwn) AS statement,
      anyIf(system, isOwn) AS system, anyIf(host, isOwn) AS host,
      anyIf(start, isOwn) AS began, anyIf(length, isOwn) AS duration,
      groupUniqArrayIf((start, start + length), NOT isOwn) AS children
    FROM (
      SELECT
        TraceId, arrayJoin([(SpanId, 1), (ParentSpanId, 0)]) AS place, place.1 AS id, place.2 = 1 AS isOwn,
        toUnixTimestamp64Nano(Timestamp)::UInt64 AS start, DurationNs AS length, SpanName::String AS name,
        normalizeQueryKeepNames({{span_db_statement}}) AS statement, {{span_db_system}} AS system,
        if(SpanKind = 'Client' AND match(SpanName, '^(HTTP )?[A-Z]{3,7}$')
          AND {{span_method}} != '', {{span_host}}, '') AS host
      FROM otel_traces
      WHERE (toStartOfFiveMinutes(Timestamp), TraceId) GLOBAL IN (
          SELECT Bucket, TraceId FROM trace_parts
          WHERE Level >= least AND Bucket >= fromBucket AND Bucket < toTime AND has(Services, {service:String}))
        AND ServiceName = {service:String}
        AND Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Timestamp < toTime
        AND ({environment:String} = '' OR {{environment}} = {environment:String})
        AND ({release:String} = '' OR {{release}} = {release:String})
    )
    GROUP BY TraceId, id
    HAVING countIf(isOwn) > 0
  )
  ARRAY JOIN [('name', name, host), ('statement', statement, '')] AS kinds
  WHERE kinds.2 != ''
)
GROUP BY by, value, target
ORDER BY by, selfSum DESC, value, target
LIMIT {values:UInt32} BY by
LIMIT {limit:UInt32}
