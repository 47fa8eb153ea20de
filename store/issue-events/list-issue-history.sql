-- One row per statement of an issue, each once; those that were taken back marked. Newest first, then by id.
--   issues  the issue and those merged into it
--   limit   1 to 1000
SELECT
  Issue AS issue,
  What AS what,
  Value AS value,
  Who AS who,
  toString(toUnixTimestamp64Nano(At)) AS atNs,
  Batch AS batch,
  Batch IN (SELECT Value FROM issue_statements WHERE What = 'undo') AS isUndone
FROM issue_statements FINAL
WHERE Issue IN {issues:Array(String)}
ORDER BY At DESC, Id
LIMIT {limit:UInt32}
