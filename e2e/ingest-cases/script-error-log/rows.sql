-- One row for each kept log record, by label.
SELECT DISTINCT LogAttributes['test.record'] AS record
FROM otel_logs
WHERE ResourceAttributes['test.run'] = {run:String}
ORDER BY record
