-- One row per given span that has a database statement, a URL or a destination of messages: the first of these; or whose time the Collector
-- moved: the sender's time, else ''. By trace id, span id and service.
--   traceIds, spanIds  at most 1000 each
--   buckets            the five minutes that the spans lie in, Unix seconds
--   chars              of the text
--   limit              1 to 10000
SELECT
  TraceId AS traceId,
  SpanId AS spanId,
  ServiceName AS service,
  substringUTF8(coalesce(
    nullIf(SpanAttributes['db.query.text'], ''), nullIf(SpanAttributes['db.statement'], ''),
    nullIf(SpanAttributes['url.full'], ''), nullIf(SpanAttributes['http.url'], ''), nullIf(SpanAttributes['url.path'], ''),
    SpanAttributes['messaging.destination.name']), 1, {chars:UInt32}) AS detail,
  SpanAttributes['errata.clock.original'] AS originalTime
FROM otel_traces
PREWHERE TraceId IN {traceIds:Array(String)} AND SpanId IN {spanIds:Array(String)}
WHERE toStartOfFiveMinutes(Timestamp) IN {buckets:Array(DateTime)}
  AND (detail != '' OR originalTime != '')
ORDER BY traceId, spanId, service
LIMIT 1 BY traceId, spanId, service
LIMIT {limit:UInt32}
