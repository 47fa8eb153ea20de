-- One row for each kept span, with the labels of its remaining events.
SELECT SpanAttributes['test.record'] AS record,
  arraySort(arrayMap(a -> a['test.record'], any(Events.Attributes))) AS events
FROM otel_traces
WHERE ResourceAttributes['test.run'] = {run:String}
GROUP BY record
ORDER BY record
