-- One row per issue that one action changed, by issue.
--   batch
--   afterIssue  only issues behind this one; '' for all
--   limit       1 to 200000
SELECT DISTINCT Issue AS issue
FROM issue_events
WHERE Batch = {batch:String} AND Issue > {afterIssue:String}
ORDER BY issue
LIMIT {limit:UInt32}
