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
  kind, names, resourceNames, language, sdkVersion, threshold, failed, isGraphql, hasException, lacksStack, timing,
  isNotFound,
  multiIf(ParentSpanId = '', 'none', other.SpanId != '', 'arrived', 'missing') AS parent,
  if(parent = 'missing', client, '') AS caller,
  other.start > own.start + 1000000 AS isEarly,
  toString(count()) AS spans,
  toString(sampled) AS traces,
  toString(bitShiftLeft(1::UInt64, 2 * least)) AS oneIn
FROM (
  SELECT
    TraceId, SpanId, ParentSpanId, toUnixTimestamp64Nano(Timestamp) AS start,
    SpanKind::String AS kind,
    arraySort(arrayFilter(name -> SpanAttributes[name] != '',
      arrayIntersect(mapKeys(SpanAttributes)::Array(String), {names:Array(String)}))) AS names,
    arraySort(arrayFilter(name -> ResourceAttributes[name] != '',
      arrayIntersect(mapKeys(ResourceAttributes)::Array(String), {names:Array(String)}))) AS resourceNames,
    ResourceAttributes['telemetry.sdk.language'] AS language,
    ResourceAttributes['telemetry.sdk.version'] AS sdkVersion,
    extract(TraceState, '(?:^|,)ot=(?:[^,]*;)?th:([0-9a-f]+)') AS threshold,
    Failed AS failed,
    startsWith(SpanName, 'graphql.') OR {{span_graphql_type}} != '' AS isGraphql,
    has(`Events.Name`, 'exception') AS hasException,
    arrayExists((name, of) -> name = 'exception' AND of['exception.stacktrace'] = '',
      `Events.Name`, `Events.Attributes`) AS lacksStack,
    multiIf(Duration = 0, 'zero', Duration != DurationNs, 'backwards', '') AS timing,
    HttpStatus = 404 AS isNotFound,
    if(SpanKind = 'Server', coalesce(nullIf({{span_browser}}, ''), nullIf(SpanAttributes['client.address'], ''),
      nullIf(SpanAttributes['network.peer.address'], ''), SpanAttributes['net.peer.ip']), '') AS client
  FROM otel_traces
  WHERE (toStartOfFiveMinutes(Timestamp), TraceId) GLOBAL IN (
      SELECT Bucket, TraceId FROM trace_parts
      WHERE Level >= least AND Bucket >= fromBucket AND Bucket < toTime AND has(Services, {service:String}))
    AND ServiceName = {service:String}
    AND Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Timestamp < toTime
    AND ({environment:String} = '' OR {{environment}} = {environment:String})
    AND ({release:String} = '' OR {{release}} = {release:String})
  LIMIT 1 BY TraceId, SpanId
) AS own
GLOBAL ANY LEFT JOIN (
  SELECT TraceId, SpanId, minIf(toUnixTimestamp64Nano(Timestamp), ServiceName != {service:String}) AS start
  FROM otel_traces
  WHERE (toStartOfFiveMinutes(Timestamp), TraceId) GLOBAL IN (
    SELECT Bucket, TraceId FROM trace_parts
    WHERE Level >= least AND Bucket >= fromBucket - INTERVAL 1 HOUR AND Bucket < toTime + INTERVAL 1 HOUR
      AND TraceId GLOBAL IN (
        SELECT TraceId FROM trace_parts
        WHERE Level >= least AND Bucket >= fromBucket AND Bucket < toTime AND has(Services, {service:String})))
  GROUP BY TraceId, SpanId
) AS other ON own.TraceId = other.TraceId AND own.ParentSpanId = other.SpanId
GROUP BY kind, names, resourceNames, language, sdkVersion, threshold, failed, isGraphql, hasException, lacksStack,
  timing, isNotFound, parent, caller, isEarly
ORDER BY count() DESC, kind, names, resourceNames, language, sdkVersion, threshold, failed, isGraphql, hasException,
  lacksStack, timing, isNotFound, parent, caller, isEarly
LIMIT {limit:UInt32}
