-- One row per statement about a rule of grouping, each once; those that were taken back marked. By rule, then as they were said.
--   limit  1 to 10000
SELECT
  Issue AS issue,
  Value AS value,
  Who AS who,
  toString(toUnixTimestamp64Nano(At)) AS atNs,
  Batch AS batch,
  Batch IN (SELECT Value FROM issue_statements WHERE What = 'undo') AS isUndone
FROM issue_statements FINAL
WHERE What = 'rule'
ORDER BY Issue, At, Id
LIMIT {limit:UInt32}
