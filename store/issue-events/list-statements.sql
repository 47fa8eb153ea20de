-- One row per issue and matter, what was last said of it and not taken back. By issue, then by matter.
--   issues  empty for all
--   limit   1 to 200000
SELECT
  Issue AS issue,
  What AS what,
  last.3 AS value,
  last.4 AS who,
  toString(toUnixTimestamp64Nano(last.1)) AS atNs,
  last.5 AS batch
FROM (
  SELECT Issue, What, max((At, Id, Value, Who, Batch)) AS last
  FROM issue_statements
  WHERE What NOT IN ('note', 'undo')
    AND (empty({issues:Array(String)}) OR Issue IN {issues:Array(String)})
    AND Batch NOT IN (SELECT Value FROM issue_statements WHERE What = 'undo')
  GROUP BY Issue, What
)
ORDER BY issue, what
LIMIT {limit:UInt32}
