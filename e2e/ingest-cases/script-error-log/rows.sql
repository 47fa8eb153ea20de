-- One row a log record that was kept, by its label.
SELECT DISTINCT LogAttributes['test.record'] AS record
FROM otel_logs
WHERE ResourceAttributes['test.run'] = {run:String}
ORDER BY record
