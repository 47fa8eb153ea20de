-- One row per issue of the given ones that has exceptions, or had some until they expired. By issue.
--   issues
--   limit   1 to 1000
SELECT DISTINCT Issue AS issue
FROM issues
WHERE Issue IN {issues:Array(String)}
ORDER BY issue
LIMIT {limit:UInt32}
