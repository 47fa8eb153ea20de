-- One row per given operation with spans in a time: the median of their durations, of how many. By service, then by name. Where there are few spans,
-- all are read, else those of a sample of traces.
--   services, names  of the operations, in pairs
--   fromNs, toNs     Unix nanoseconds, half-open: starts of the spans
--   most             if there are more spans in the time, of all operations, a sample of about as many is read
--   limit            1 to 100
WITH
  (
    SELECT count() FROM span_samples
    WHERE Level >= 4 AND toStartOfFiveMinutes(Timestamp) >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({fromNs:Int64}))
      AND Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
  ) AS sampled,
  toUInt8(least(20, greatest(4, 4 + ceil(log2(greatest(1, sampled / {most:UInt32})))))) AS level,
  arrayZip({services:Array(String)}, {names:Array(String)}) AS operations
SELECT service, name, toString(quantileExact(0.5)(duration)) AS medianNs, toString(count()) AS spans
FROM (
  -- By identity: a span that was delivered twice is one.
  SELECT ServiceName::String AS service, SpanName::String AS name, max(DurationNs) AS duration
  FROM otel_traces
  WHERE sampled * 16 <= {most:UInt32}
    AND toStartOfFiveMinutes(Timestamp) >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({fromNs:Int64}))
    AND Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
    AND has(operations, (ServiceName::String, SpanName::String))
  GROUP BY service, name, TraceId, SpanId
  UNION ALL
  SELECT ServiceName::String AS service, SpanName::String AS name, max(DurationNs) AS duration
  FROM span_samples
  WHERE sampled * 16 > {most:UInt32} AND Level >= level
    AND toStartOfFiveMinutes(Timestamp) >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({fromNs:Int64}))
    AND Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
    AND has(operations, (ServiceName::String, SpanName::String))
  GROUP BY service, name, TraceId, SpanId
)
GROUP BY service, name
ORDER BY service, name
LIMIT {limit:UInt32}
