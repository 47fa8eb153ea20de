-- One row per issue that one action changed, by issue.
--   batch
--   limit  1 to 200000
SELECT DISTINCT Issue AS issue
FROM issue_events
WHERE Batch = {batch:String}
ORDER BY issue
LIMIT {limit:UInt32}
