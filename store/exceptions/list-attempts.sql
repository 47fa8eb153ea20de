-- One row per trace, service, type without its package and message of an exception that more than one span below the
-- same parent recorded, each after the one before had ended: how many. By trace, service, type and message.
--   traceIds  at most 1000
--   limit     1 to 1000
SELECT traceId, service, type, message, max(attempts) AS attempts
FROM (
  SELECT traceId, service, type, message, arraySort(groupUniqArray((startNs, endNs, spanId))) AS spans,
    1 + arrayCount((span, before) -> span.1 >= before.2, arrayPopFront(spans), arrayPopBack(spans)) AS attempts
  FROM (
    SELECT TraceId AS traceId, ServiceName AS service, SpanId AS spanId, ParentSpanId AS parent,
      toUnixTimestamp64Nano(Timestamp) AS startNs, startNs + DurationNs AS endNs,
      arrayJoin(arrayFilter((_, name) -> name = 'exception', Events.Attributes, Events.Name)) AS said,
      splitByChar('.', translate(said['exception.type'], '+$', '..'))[-1] AS type,
      left(said['exception.message'], 2048) AS message
    FROM otel_traces
    WHERE TraceId IN {traceIds:Array(String)}
      AND toStartOfFiveMinutes(Timestamp) GLOBAL IN (SELECT Bucket FROM trace_index
        WHERE Fact = '' AND Trace IN (SELECT sipHash64(arrayJoin({traceIds:Array(String)}))))
      AND has(Events.Name, 'exception') AND ParentSpanId != ''
  )
  GROUP BY traceId, service, type, message, parent
)
GROUP BY traceId, service, type, message
HAVING attempts > 1
ORDER BY traceId, service, type, message
LIMIT {limit:UInt32}
