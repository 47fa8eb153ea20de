-- One row a label of spans that were kept, with the labels of all the events that they still have.
SELECT SpanAttributes['test.record'] AS record, groupUniqArrayArray(arrayMap(a -> a['test.record'], Events.Attributes)) AS events,
  uniqExact(SpanId) AS spans
FROM otel_traces
WHERE ResourceAttributes['test.run'] = {run:String}
GROUP BY record
ORDER BY record
