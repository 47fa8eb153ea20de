-- One row per queue from which a service takes messages: how long they were in it, from the end of the producer's span
-- to the start of the consumer's. Most messages first, then by queue. messages: of which both spans were read; p50, p95,
-- longest: nanoseconds, exact for these, 0 where the producer's clock is ahead. read, all: consumers' spans that were
-- read, and all of the range.
--   fromNs, toNs          Unix nanoseconds, half-open: when the messages are taken
--   service
--   environment, release  '' for every one
--   maxConsumers          of more, a fair choice is read
--   limit                 1 to 100
WITH consumers AS (
  SELECT TraceId, SpanId, Timestamp, Level, Id
  FROM transactions
  WHERE ServiceName = {service:String} AND SpanKind = 'Consumer'
    AND Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
    AND ({environment:String} = '' OR Environment = {environment:String})
    AND ({release:String} = '' OR Release = {release:String})
),
chosen AS (
  SELECT TraceId, SpanId, Timestamp FROM consumers ORDER BY Level DESC, Id LIMIT 1 BY Id LIMIT {maxConsumers:UInt32}
),
taken AS (
  SELECT DISTINCT {{span_destination}} AS queue, Timestamp AS takenAt, SpanId AS consumer,
    arrayJoin(arrayDistinct(arrayConcat([(TraceId, ParentSpanId)], arrayZip(`Links.TraceId`, `Links.SpanId`)))) AS sent
  FROM otel_traces
  WHERE ServiceName = {service:String} AND SpanKind = 'Consumer'
    AND (toStartOfFiveMinutes(Timestamp), TraceId, SpanId) GLOBAL IN (
      SELECT toStartOfFiveMinutes(Timestamp), TraceId, SpanId FROM chosen)
)
SELECT queue, toString(count()) AS messages,
  arrayMap(ns -> toString(ns), quantilesExact(0.5, 0.95)(waitedNs)) AS percentiles,
  toString(max(waitedNs)) AS longest, toString((SELECT count() FROM chosen)) AS read,
  toString((SELECT uniqExact(Id) FROM consumers)) AS all
FROM (
  SELECT queue,
    greatest(0, toUnixTimestamp64Nano(takenAt) - toUnixTimestamp64Nano(sentAt) - toInt64(sentNs)) AS waitedNs
  FROM taken
  GLOBAL INNER JOIN (
    SELECT (TraceId, SpanId) AS sent, min(Timestamp) AS sentAt, max(DurationNs) AS sentNs
    FROM otel_traces
    WHERE SpanKind = 'Producer' AND (TraceId, SpanId) GLOBAL IN (SELECT sent.1, sent.2 FROM taken)
      AND toStartOfFiveMinutes(Timestamp) GLOBAL IN (SELECT Bucket FROM trace_index
        WHERE Fact = '' AND Trace GLOBAL IN (SELECT sipHash64(sent.1) FROM taken))
    GROUP BY sent
  ) AS produced USING sent
)
GROUP BY queue
ORDER BY count() DESC, queue
LIMIT {limit:UInt32}
