-- One row: the rejection threshold of consistent sampling that most spans of a service have, in at most 200 of its
-- traces. No row without spans.
-- threshold: hexadecimal, '' without one.
--   fromNs, toNs          Unix nanoseconds, half-open
--   service
--   environment, release  '' for every one
--   limit                 1
WITH
  toStartOfFiveMinutes(fromUnixTimestamp64Nano({fromNs:Int64})) AS fromBucket,
  fromUnixTimestamp64Nano({toNs:Int64}) AS toTime
SELECT extract(TraceState, '(?:^|,)ot=(?:[^,]*;)?th:([0-9a-f]+)') AS threshold
FROM otel_traces
WHERE (toStartOfFiveMinutes(Timestamp), TraceId) GLOBAL IN (
    -- By the level, which is of the id's hash: an even choice of all traces, in the order of the key.
    SELECT Bucket, TraceId FROM trace_parts
    WHERE Bucket >= fromBucket AND Bucket < toTime AND has(Services, {service:String})
    ORDER BY Level DESC, Bucket DESC
    LIMIT 200)
  AND ServiceName = {service:String}
  AND Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Timestamp < toTime
  AND ({environment:String} = '' OR {{environment}} = {environment:String})
  AND ({release:String} = '' OR {{release}} = {release:String})
GROUP BY threshold
ORDER BY uniqExact(SpanId) DESC, threshold
LIMIT {limit:UInt32}
