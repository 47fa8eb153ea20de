-- One row per given span that has a database statement, a URL or a destination of messages: the first of these. By trace id, span id and
-- service.
--   traceIds, spanIds  at most 1000 each
--   chars              of the text
--   limit              1 to 10000
SELECT
  TraceId AS traceId,
  SpanId AS spanId,
  ServiceName AS service,
  substringUTF8(coalesce(
    nullIf(SpanAttributes['db.query.text'], ''), nullIf(SpanAttributes['db.statement'], ''),
    nullIf(SpanAttributes['url.full'], ''), nullIf(SpanAttributes['http.url'], ''), nullIf(SpanAttributes['url.path'], ''),
    SpanAttributes['messaging.destination.name']), 1, {chars:UInt32}) AS detail
FROM otel_traces
PREWHERE TraceId IN {traceIds:Array(String)} AND SpanId IN {spanIds:Array(String)}
WHERE toStartOfFiveMinutes(Timestamp) GLOBAL IN (SELECT Bucket FROM trace_index WHERE Fact = '' AND Trace IN (SELECT sipHash64(arrayJoin({traceIds:Array(String)}))))
  AND detail != ''
ORDER BY traceId, spanId, service
LIMIT 1 BY traceId, spanId, service
LIMIT {limit:UInt32}
