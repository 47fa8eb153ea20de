-- One row per service and kind of what the Collector masked: in how many spans and log records. Most first, then by
-- service and kind. Counts above some thousands are estimates. mapContains reads the names of attributes alone, and
-- values only where something was masked.
--   fromNs, toNs  Unix nanoseconds, half-open
--   limit         1 to 500
SELECT
  service,
  kind,
  toString(uniqIf(id, signal = 'spans')) AS spans,
  toString(uniqIf(id, signal = 'logs')) AS logs
FROM (
  SELECT 'spans' AS signal, ServiceName::String AS service,
    arrayJoin(arrayDistinct(splitByChar(' ', SpanAttributes['errata.masked']))) AS kind, sipHash64(TraceId, SpanId) AS id
  FROM otel_traces
  WHERE toStartOfFiveMinutes(Timestamp) >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({fromNs:Int64}))
    AND Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
    AND mapContains(SpanAttributes, 'errata.masked')
  UNION ALL
  SELECT 'logs', ServiceName::String, arrayJoin(arrayDistinct(splitByChar(' ', LogAttributes['errata.masked']))), Id
  FROM otel_logs
  WHERE toStartOfFiveMinutes(Timestamp) >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({fromNs:Int64}))
    AND Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
    AND mapContains(LogAttributes, 'errata.masked')
)
GROUP BY service, kind
ORDER BY uniq(signal, id) DESC, service, kind
LIMIT {limit:UInt32}
