-- One row a span that was kept, with the labels of the events that it still has.
SELECT SpanAttributes['test.record'] AS record, arraySort(arrayMap(a -> a['test.record'], any(Events.Attributes))) AS events
FROM otel_traces
WHERE ResourceAttributes['test.run'] = {run:String}
GROUP BY record
ORDER BY record
