-- One row per distinct event of a grouping rule, with a mark if it was undone. By rule, then in order.
--   limit  1 to 10000
SELECT
  Issue AS issue,
  Value AS value,
  Who AS who,
  toString(toUnixTimestamp64Nano(At)) AS atNs,
  Batch AS batch,
  Batch IN (SELECT Value FROM issue_events WHERE What = 'undo') AS isUndone
FROM issue_events FINAL
WHERE What = 'rule'
ORDER BY Issue, At, Id
LIMIT {limit:UInt32}
