-- One row per given issue that has, or had, exceptions. By issue.
--   issues
--   limit   1 to 1000
SELECT DISTINCT Issue AS issue
FROM issues
WHERE Issue IN {issues:Array(String)}
ORDER BY issue
LIMIT {limit:UInt32}
