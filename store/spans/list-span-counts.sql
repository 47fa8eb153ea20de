-- One row per given trace with spans: the number of distinct spans, and of failed ones; and the services of failed
-- spans that no failed span lies in, of the 100 with the lowest ids; all of theirs if each lies in another. By trace
-- id.
--   traceIds  at most 1000
--   limit     1 to 1000
SELECT
  TraceId AS traceId,
  toString(uniqExact(SpanId, ServiceName)) AS spanCount,
  toString(uniqExactIf((SpanId, ServiceName), Failed = 1)) AS failedSpanCount,
  -- Few, however many failed; of more than a hundred, each may have been delivered four times.
  arraySlice(arrayDistinct(groupArraySortedIf(400)((SpanId, ParentSpanId, ServiceName::String), Failed = 1)),
    1, 100) AS failedSpans,
  arrayFilter(span -> NOT has(failedSpans.2, span.1), failedSpans) AS innermost,
  arraySort(arrayDistinct(if(empty(innermost), failedSpans, innermost).3)) AS failedServices
FROM otel_traces
WHERE TraceId IN {traceIds:Array(String)}
  AND toStartOfFiveMinutes(Timestamp) GLOBAL IN (SELECT Bucket FROM trace_index
    WHERE Fact = '' AND Trace IN (SELECT sipHash64(arrayJoin({traceIds:Array(String)}))))
GROUP BY TraceId
ORDER BY traceId
LIMIT {limit:UInt32}
