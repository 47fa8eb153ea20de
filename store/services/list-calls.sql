-- One row per caller and callee: calls, failed ones, and percentiles of the caller's waiting time. The most calls first, then by names. A
-- callee without spans of its own is known from its callers' spans: a database, a queue, another host. Consumers are called by their queue.
-- A browser calls the server whose request its page load is a child of. callerKind, calleeKind: 'service', 'database', 'queue' or 'host'.
-- calls, failed: estimates if not all traces were read. traces: how many were read. oneIn: one trace in so many was read.
--   fromNs, toNs  Unix nanoseconds, half-open
--   service       '' for all calls, else only those that it makes or answers
--   environment, release  '' for every one, else of caller or callee
--   hidden        services to leave out
--   maxTraces     if there are more, one in 4, 16, … is read
--   limit         1 to 1000
WITH
  toStartOfFiveMinutes(fromUnixTimestamp64Nano({fromNs:Int64})) AS fromBucket,
  fromUnixTimestamp64Nano({toNs:Int64}) AS toTime,
  (
    SELECT toUInt8(least(6, greatest(0, ceil(log2(greatest(1, uniqExact(TraceId) * 64 / {maxTraces:UInt32})) / 2))))
    FROM trace_parts
    WHERE Level >= 3 AND Bucket >= fromBucket AND Bucket < toTime AND ({service:String} = '' OR has(Services, {service:String}))
  ) AS least,
  (
    SELECT uniqExact(TraceId) FROM trace_parts
    WHERE Level >= least AND Bucket >= fromBucket AND Bucket < toTime AND ({service:String} = '' OR has(Services, {service:String}))
  ) AS sampled,
  (
    SELECT groupUniqArray(ServiceName::String) FROM service_activity
    WHERE Signal = 'spans' AND BucketMinutes = 180 AND Bucket > fromBucket - 10800 AND Bucket < toTime
  ) AS services
SELECT
  call.1 AS callerKind, call.2 AS caller, call.3 AS calleeKind, call.4 AS callee,
  toString(bitShiftLeft(count(), 2 * least)) AS calls,
  toString(bitShiftLeft(countIf(call.6), 2 * least)) AS failed,
  arrayMap(ns -> toString(ns), quantilesExact(0.5, 0.95)(call.5)) AS percentiles,
  toString(sampled) AS traces,
  toString(bitShiftLeft(1::UInt64, 2 * least)) AS oneIn
FROM (
  SELECT arrayJoin(arrayConcat(
    if(own.target.2 != '' AND (own.target.1 = 'queue' OR NOT arrayExists(child -> child.service != own.service OR child.kind IN ('Server', 'Consumer'), children))
      AND own.kind NOT IN ('Server', 'Consumer') AND own.isIn, [('service', own.service, own.target.1, own.target.2, own.duration, own.isFailed)], []),
    if(own.kind = 'Consumer' AND own.target.1 = 'queue' AND own.isIn, [('queue', own.target.2, 'service', own.service, own.duration, own.isFailed)], []),
    arrayMap(child -> ('service', own.service, 'service', child.service, if(own.kind = 'Client', own.duration, child.duration), own.kind = 'Client' AND own.isFailed OR child.isFailed),
      arrayFilter(child -> child.service != own.service AND (child.kind IN ('Server', 'Consumer') OR own.kind IN ('Client', 'Producer'))
        AND NOT (own.target.1 = 'queue' AND child.target.1 = 'queue') AND (own.isIn OR child.isIn), children)),
    arrayMap(child -> ('service', child.service, 'service', own.service, own.duration, own.isFailed),
      arrayFilter(child -> child.service != own.service AND own.kind = 'Server' AND endsWith(child.service, 'browser') AND (own.isIn OR child.isIn), children))
  )) AS call
  FROM (
    SELECT minIf(span, isOwn) AS own, groupUniqArrayIf(span, NOT isOwn) AS children
    FROM (
      SELECT
        TraceId, arrayJoin([(SpanId, 1), (ParentSpanId, 0)]) AS place, place.1 AS id, place.2 = 1 AS isOwn,
        coalesce(nullIf(SpanAttributes['db.system.name'], ''), SpanAttributes['db.system']) AS db,
        SpanAttributes['messaging.system'] AS messaging,
        coalesce(nullIf(SpanAttributes['server.address'], ''), nullIf(SpanAttributes['net.peer.name'], ''), nullIf(SpanAttributes['http.host'], ''),
          nullIf(domain(coalesce(nullIf(SpanAttributes['url.full'], ''), SpanAttributes['http.url'])), ''), SpanAttributes['rpc.service']) AS host,
        multiIf(
          db != '', ('database', trim(concat(db, ' ', coalesce(nullIf(SpanAttributes['db.namespace'], ''), nullIf(SpanAttributes['db.name'], ''), host)))),
          messaging != '', ('queue', trim(concat(messaging, ' ', coalesce(nullIf(SpanAttributes['messaging.destination.name'], ''), SpanAttributes['messaging.destination'])))),
          SpanKind NOT IN ('Client', 'Producer'), ('', ''),
          has(services, SpanAttributes['peer.service']), ('service', SpanAttributes['peer.service']),
          SpanAttributes['peer.service'] != '', ('host', SpanAttributes['peer.service']),
          (if(has(services, host), 'service', 'host'), host)) AS target,
        tuple(ServiceName::String, SpanKind::String, SpanId, DurationNs, StatusCode = 'Error', target,
          ({environment:String} = '' OR coalesce(nullIf(ResourceAttributes['deployment.environment.name'], ''), ResourceAttributes['deployment.environment']) = {environment:String})
          AND ({release:String} = '' OR ResourceAttributes['service.version'] = {release:String})
        )::Tuple(service String, kind String, id String, duration UInt64, isFailed UInt8, target Tuple(String, String), isIn UInt8) AS span
      FROM otel_traces
      WHERE (toStartOfFiveMinutes(Timestamp), TraceId) GLOBAL IN (
          SELECT Bucket, TraceId FROM trace_parts
          WHERE Level >= least AND Bucket >= fromBucket AND Bucket < toTime AND ({service:String} = '' OR has(Services, {service:String})))
        AND Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Timestamp < toTime
        AND ServiceName NOT IN {hidden:Array(String)}
    )
    GROUP BY TraceId, id
    HAVING countIf(isOwn) > 0
  )
)
WHERE {service:String} = '' OR (call.1 = 'service' AND call.2 = {service:String}) OR (call.3 = 'service' AND call.4 = {service:String})
GROUP BY call.1, call.2, call.3, call.4
ORDER BY count() DESC, caller, callee
LIMIT {limit:UInt32}
