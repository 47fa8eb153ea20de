-- One row per service: how many data points of the range, each once. Most first, then by service.
--   fromNs, toNs  Unix nanoseconds, half-open
--   limit         1 to 500
SELECT ServiceName::String AS service, toString(count()) AS points
FROM merge(currentDatabase(), '^otel_metrics_(gauge|sum|histogram|exponential_histogram|summary)$') FINAL
WHERE TimeUnix >= fromUnixTimestamp64Nano({fromNs:Int64}) AND TimeUnix < fromUnixTimestamp64Nano({toNs:Int64})
GROUP BY service
ORDER BY count() DESC, service
LIMIT {limit:UInt32}
