-- One row for each label of kept spans, with the labels of all their remaining events.
SELECT SpanAttributes['test.record'] AS record,
  groupUniqArrayArray(arrayMap(a -> a['test.record'], Events.Attributes)) AS events,
  uniqExact(SpanId) AS spans
FROM otel_traces
WHERE ResourceAttributes['test.run'] = {run:String}
GROUP BY record
ORDER BY record
