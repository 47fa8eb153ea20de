-- One row per sample: an item that a drop rule removed. Of each rule and hour at most 32 spans, with all that the rule
-- removed of them, and 32 log records. Newest first, then by id.
--   rule          '' for every rule
--   hidden        services to leave out
--   fromNs, toNs  Unix nanoseconds, half-open; kept for seven days
--   limit         1 to 1000
-- The item with the greatest identity of those with the same remainder is a sample, so that neither order nor
-- repetition matters. Samples are chosen from narrow columns, then read. Attributes: values beyond 1 KiB are cut
-- where an item has more than 16 KiB.
-- Code inserts conditions (insert-expressions.ts), and taken tells whether they match the sample.
WITH
  fromUnixTimestamp64Nano({fromNs:Int64}) AS rangeFrom,
  fromUnixTimestamp64Nano({toNs:Int64}) AS rangeTo,
  chosen_spans AS (
    SELECT argMax((trace, span), (id, at)) AS key
    FROM (
      SELECT splitByChar('/', item.Mark)[1] AS rule, item.At AS at, TraceId AS trace, SpanId AS span,
        sipHash64(ServiceName, TraceId, SpanId) AS id
      FROM noise_spans
      ARRAY JOIN Removed AS item
      WHERE Timestamp >= rangeFrom AND Timestamp < rangeTo AND Sampled AND ServiceName NOT IN {hidden:Array(String)}
    )
    WHERE {rule:String} IN ('', rule)
    GROUP BY rule, toStartOfHour(at), id % 32
    ORDER BY max(at) DESC
    LIMIT {limit:UInt32}
  ),
  chosen_logs AS (
    SELECT argMax((trace, id), (id, at)) AS key
    FROM (
      SELECT splitByChar('/', Mark)[1] AS rule, Timestamp AS at, TraceId AS trace, Id AS id
      FROM noise_logs
      WHERE Timestamp >= rangeFrom AND Timestamp < rangeTo AND Sampled AND ServiceName NOT IN {hidden:Array(String)}
    )
    WHERE {rule:String} IN ('', rule)
    GROUP BY rule, toStartOfHour(at), id % 32
    ORDER BY max(at) DESC
    LIMIT {limit:UInt32}
  )
SELECT
  splitByChar('/', mark)[1] AS rule,
  leftPad(lower(hex(identity)), 16, '0') AS id,
  toString(toUnixTimestamp64Nano(at)) AS atNs,
  toUInt8OrZero(splitByChar('/', mark)[2]) AS condition,
  shape,
  kind,
  service,
  route,
  resource['service.version'] AS release,
  traceId,
  spanId,
  left(own_name, 1024) AS name,
  left(message, 4096) AS text,
  if(length(toString(own)) <= 16384, own, mapApply((key, value) -> (left(key, 256), left(value, 1024)), own))
    AS attributes,
  resource,
  ({{conditions: 1}}) AS taken
FROM (
  SELECT
    item.Mark::String AS mark,
    sipHash64(ServiceName, TraceId, SpanId, item.Position) AS identity,
    item.At AS at,
    if(item.Position = 0, 'span', 'event') AS shape,
    if(item.Position = 0, SpanKind::String, '') AS kind,
    ServiceName::String AS service,
    Route AS route,
    TraceId AS traceId,
    SpanId AS spanId,
    if(item.Position = 0, SpanName, `Events.Name`[item.Position])::String AS own_name,
    if(item.Position = 0, SpanAttributes, `Events.Attributes`[item.Position]) AS marked,
    if(item.Position = 0, StatusMessage, marked['exception.message']) AS message,
    mapFilter((key, value) -> NOT startsWith(key, 'errata.noise.'), marked)::Map(String, String) AS own,
    ResourceAttributes::Map(String, String) AS resource
  FROM noise_spans
  ARRAY JOIN Removed AS item
  WHERE (TraceId, SpanId) GLOBAL IN (SELECT key.1, key.2 FROM chosen_spans)
    AND Timestamp >= rangeFrom AND Timestamp < rangeTo AND Sampled
  UNION ALL
  SELECT
    Mark::String, Id, Timestamp, 'log', '', ServiceName::String, Route, TraceId, SpanId,
    if(EventName != '', EventName, LogAttributes['event.name']),
    LogAttributes,
    if(LogAttributes['exception.message'] != '', LogAttributes['exception.message'], Body),
    mapFilter((key, value) -> NOT startsWith(key, 'errata.noise.'), LogAttributes)::Map(String, String),
    ResourceAttributes::Map(String, String)
  FROM noise_logs
  WHERE (TraceId, Id) GLOBAL IN (SELECT key.1, key.2 FROM chosen_logs)
    AND Timestamp >= rangeFrom AND Timestamp < rangeTo AND Sampled
)
WHERE {rule:String} IN ('', rule) AND service NOT IN {hidden:Array(String)}
ORDER BY at DESC, id, rule
LIMIT 1 BY id, rule
LIMIT {limit:UInt32}
