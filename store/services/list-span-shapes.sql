-- One row per kind of span that a service sent, by which attributes it has and what it lacks. Most spans first.
-- names, resourceNames: those of the asked names that it has. parent: 'none', 'arrived', or 'missing' from its trace in
-- the range and an hour before and after it.
-- caller: of a server's span without its parent the User-Agent, else the address of the client; '' if it has neither.
-- threshold: of consistent sampling, in its tracestate. isEarly: it starts before its parent, which another service
-- sent.
-- traces: how many were read. oneIn: one trace in so many was read.
--   fromNs, toNs  Unix nanoseconds, half-open
--   service
--   environment, release  '' for every one
--   names         of attributes
--   maxTraces     if there are more, one in 4, 16, … is read
--   limit         1 to 10000
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
  span.1.1 AS kind,
  span.1.2 AS names,
  span.1.3 AS resourceNames,
  span.1.4 AS language,
  span.1.5 AS sdkVersion,
  span.1.6 AS threshold,
  span.1.7 AS failed,
  span.1.8 AS isGraphql,
  span.1.9 AS hasException,
  span.1.10 AS lacksStack,
  span.1.11 AS timing,
  multiIf(id = '', 'none', arrived, 'arrived', 'missing') AS parent,
  if(parent = 'missing', span.2, '') AS caller,
  arrived AND otherStart > span.3 + 1000000 AS isEarly,
  toString(count()) AS spans,
  toString(sampled) AS traces,
  toString(bitShiftLeft(1::UInt64, 2 * least)) AS oneIn
FROM (
  SELECT
    id, countIf(isItself) > 0 AS arrived,
    maxIf(start, isItself AND ServiceName != {service:String}) AS otherStart,
    groupUniqArrayIf((shape, client, start, SpanId),
      NOT isItself AND ServiceName = {service:String} AND isAsked) AS children
  FROM (
    SELECT
      TraceId, SpanId, ServiceName, arrayJoin([(SpanId, 1), (ParentSpanId, 0)]) AS place, place.1 AS id,
      place.2 = 1 AS isItself, toUnixTimestamp64Nano(Timestamp) AS start,
      ({environment:String} = '' OR {{environment}} = {environment:String})
        AND ({release:String} = '' OR {{release}} = {release:String}) AS isAsked,
      (
        SpanKind::String,
        arraySort(arrayFilter(name -> mapContains(SpanAttributes, name), {names:Array(String)})),
        arraySort(arrayFilter(name -> mapContains(ResourceAttributes, name), {names:Array(String)})),
        ResourceAttributes['telemetry.sdk.language'],
        ResourceAttributes['telemetry.sdk.version'],
        extract(TraceState, '(?:^|,)ot=(?:[^,]*;)?th:([0-9a-f]+)'),
        Failed,
        (startsWith(SpanName, 'graphql.') OR {{span_graphql_type}} != '')::UInt8,
        has(`Events.Name`, 'exception')::UInt8,
        arrayExists((name, of) -> name = 'exception' AND of['exception.stacktrace'] = '',
          `Events.Name`, `Events.Attributes`)::UInt8,
        multiIf(Duration = 0, 'zero', Duration != DurationNs, 'backwards', '')) AS shape,
      if(SpanKind = 'Server', coalesce(nullIf({{span_browser}}, ''), nullIf(SpanAttributes['client.address'], ''),
        nullIf(SpanAttributes['network.peer.address'], ''), SpanAttributes['net.peer.ip']), '') AS client
    FROM otel_traces
    WHERE (toStartOfFiveMinutes(Timestamp), TraceId) GLOBAL IN (
        SELECT Bucket, TraceId FROM trace_parts
        WHERE Level >= least AND Bucket >= fromBucket - INTERVAL 1 HOUR AND Bucket < toTime + INTERVAL 1 HOUR
          AND TraceId GLOBAL IN (
            SELECT TraceId FROM trace_parts
            WHERE Level >= least AND Bucket >= fromBucket AND Bucket < toTime AND has(Services, {service:String})))
  )
  GROUP BY TraceId, id
  HAVING length(children) > 0
)
ARRAY JOIN children AS span
WHERE span.3 >= {fromNs:Int64} AND span.3 < {toNs:Int64}
GROUP BY kind, names, resourceNames, language, sdkVersion, threshold, failed, isGraphql, hasException, lacksStack,
  timing, parent, caller, isEarly
ORDER BY count() DESC, kind, names, resourceNames, language, sdkVersion, threshold, failed, isGraphql,
  hasException, lacksStack, timing, parent, caller, isEarly
LIMIT {limit:UInt32}
