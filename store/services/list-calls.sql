-- One row per caller and callee: calls, failed ones, and percentiles of what the caller waited. The most calls first, of
-- which a failed one counts as a hundred, then by names. A callee that sends no spans of its own is known by what its
-- callers say of it: a database, a queue, another host. What consumes from a queue is called by the queue. A browser calls the server whose request its page
-- load is a child of.
-- callerKind, calleeKind: 'service', 'database', 'queue' or 'host'. calls, failed, propagated: estimates where not all
-- traces were read; propagated: failed calls in whose trace a call by the callee failed too; error: two standard errors
-- of calls, as a share of them; perTrace: calls in each trace that has any, on average. traces: how many were read.
-- oneIn: one trace in how many; 1 where all were. all: the number of callers and callees.
--   fromNs, toNs  Unix nanoseconds, half-open
--   service       '' for every call, else those that it makes or answers
--   environment, release  '' for every one, else of either side
--   hidden        services left out
--   maxTraces     of more, a fair choice is read
--   limit         1 to 1000
WITH
  toStartOfFiveMinutes(fromUnixTimestamp64Nano({fromNs:Int64})) AS fromBucket,
  fromUnixTimestamp64Nano({toNs:Int64}) AS toTime,
  (SELECT uniqCombined(17)(TraceId) FROM trace_parts
    WHERE Bucket >= fromBucket AND Bucket < toTime
      AND ({service:String} = '' OR has(Services, {service:String}))) AS total,
  ceil(log2(greatest(1, total / {maxTraces:UInt32}))) AS halvings,
  -- Whole five minutes are left out while about 32 remain, as they are read together; then traces within them.
  least(halvings,
    greatest(0, floor(log2(greatest(1, dateDiff('minute', fromBucket, least(toTime, now64())) / 160))))) AS ofBuckets,
  least(6, ceil((halvings - ofBuckets) / 2)) AS leastLevel,
  chosen AS (
    SELECT TraceId, min(Bucket) AS began FROM trace_parts
    WHERE Level >= leastLevel AND Bucket >= fromBucket AND Bucket < toTime
      AND ({service:String} = '' OR has(Services, {service:String}))
    GROUP BY TraceId HAVING bitAnd(sipHash64(began), bitShiftLeft(1::UInt64, toUInt8(ofBuckets)) - 1) = 0
  ),
  (SELECT groupArray((began, traces))
    FROM (SELECT began, count() AS traces FROM chosen GROUP BY began ORDER BY began)) AS samples,
  arraySum(sample -> sample.2, samples) AS sampled, if(halvings = 0, 1, total / greatest(1, sampled)) AS scale,
  (SELECT groupUniqArray(ServiceName::String) FROM service_activity
    WHERE Signal = 'spans' AND BucketMinutes = 180 AND Bucket > fromBucket - 10800 AND Bucket < toTime) AS services
SELECT
  call.1 AS callerKind, call.2 AS caller, call.3 AS calleeKind, call.4 AS callee,
  toString(toUInt64(round(count() * scale))) AS calls, toString(toUInt64(round(countIf(call.6) * scale))) AS failed,
  toString(toUInt64(round(countIf(call.6 AND isPropagated) * scale))) AS propagated,
  count() / uniqExact(trace) AS perTrace, arrayMap(ns -> toString(ns), quantilesExact(0.5, 0.95)(call.5)) AS percentiles,
  toString(count() OVER ()) AS all, toString(sampled) AS traces, scale AS oneIn, sumMap(map(call.7, 1::UInt64)) AS byBucket,
  if(halvings = 0, 0, 2 * sqrt(arraySum(sample -> pow(byBucket[sample.1] - count() / sampled * sample.2, 2), samples)
    * (1 - 1 / scale) * length(samples) / greatest(1, length(samples) - 1)) / count()) AS error
FROM (
  SELECT call, trace,
    has(groupUniqArrayIf(sipHash64(call.1, call.2), call.6) OVER (PARTITION BY trace),
      sipHash64(call.3, call.4)) AS isPropagated FROM (SELECT trace, arrayJoin(arrayConcat(
    if(own.target.2 != ''
      AND (own.target.1 = 'queue'
        OR NOT arrayExists(child -> child.service != own.service OR child.kind IN ('Server', 'Consumer'), children))
      AND own.kind NOT IN ('Server', 'Consumer') AND own.isIn,
      [('service', own.service, own.target.1, own.target.2, own.duration, own.isFailed, own.bucket)], []),
    if(own.kind = 'Consumer' AND own.target.1 = 'queue' AND own.isIn,
      [('queue', own.target.2, 'service', own.service, own.duration, own.isFailed, own.bucket)], []),
    arrayMap(child ->
      ('service', own.service, 'service', child.service, if(own.kind = 'Client', own.duration, child.duration),
        own.kind = 'Client' AND own.isFailed OR child.isFailed, own.bucket),
      arrayFilter(child -> child.service != own.service
        AND (child.kind IN ('Server', 'Consumer') OR own.kind IN ('Client', 'Producer'))
        AND NOT (own.target.1 = 'queue' AND child.target.1 = 'queue') AND (own.isIn OR child.isIn), children)),
    arrayMap(child -> ('service', child.service, 'service', own.service, own.duration, own.isFailed, own.bucket),
      arrayFilter(child -> child.service != own.service AND own.kind = 'Server' AND child.isBrowser = 1
        AND (own.isIn OR child.isIn), children))
  )) AS call
  FROM (
    SELECT sipHash64(TraceId) AS trace, minIf(span, isOwn) AS own, groupUniqArrayIf(span, NOT isOwn) AS children
    FROM (
      SELECT
        TraceId, arrayJoin([(SpanId, 1), (ParentSpanId, 0)]) AS place, place.1 AS id, place.2 = 1 AS isOwn,
        {{span_db_system}} AS db, {{span_messaging_system}} AS messaging, {{span_peer}} AS peer,
        {{span_called_host}} AS host,
        multiIf(
          db != '', ('database', trim(concat(db, ' ', coalesce(nullIf({{span_db_namespace}}, ''), host)))),
          messaging != '', ('queue', trim(concat(messaging, ' ', {{span_destination}}))),
          SpanKind NOT IN ('Client', 'Producer'), ('', ''),
          has(services, peer), ('service', peer),
          peer != '', ('host', peer),
          (if(has(services, host), 'service', 'host'), host)) AS target,
        tuple(ServiceName::String, SpanKind::String, SpanId, DurationNs, Failed = 1, target,
          ({environment:String} = '' OR {{environment}} = {environment:String})
          AND ({release:String} = '' OR {{release}} = {release:String}),
          toStartOfFiveMinutes(Timestamp), IsBrowser
        )::Tuple(service String, kind String, id String, duration UInt64, isFailed UInt8, target Tuple(String, String),
        isIn UInt8, bucket DateTime, isBrowser UInt8) AS span
      FROM otel_traces
      WHERE (toStartOfFiveMinutes(Timestamp), TraceId) GLOBAL IN (
          SELECT Bucket, TraceId FROM trace_parts WHERE Level >= leastLevel AND Bucket >= fromBucket AND Bucket < toTime
            AND ({service:String} = '' OR has(Services, {service:String}))
            AND TraceId GLOBAL IN (SELECT TraceId FROM chosen))
        AND Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Timestamp < toTime
        AND ServiceName NOT IN {hidden:Array(String)}
    )
    GROUP BY TraceId, id
    HAVING countIf(isOwn) > 0
  ))
)
WHERE {service:String} = '' OR (call.1 = 'service' AND call.2 = {service:String})
  OR (call.3 = 'service' AND call.4 = {service:String})
GROUP BY call.1, call.2, call.3, call.4
ORDER BY count() + 99 * countIf(call.6) DESC, caller, callee, callerKind, calleeKind
LIMIT {limit:UInt32}
