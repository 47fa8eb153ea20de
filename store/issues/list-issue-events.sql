-- One row per current event, the last of its type of an issue; and one per event of one issue and those merged into it,
-- including undone ones; of several undoes of one batch, at once or one after another, the first. By issue and type,
-- newest first, then by id.
--   historyOf   the issue whose history is listed; '' for none
--   afterIssue  only issues behind this one; '' for all
--   limit       1 to 200000
SELECT
  Issue AS issue, What AS what, Value AS value, Who AS who, toString(toUnixTimestamp64Nano(At)) AS atNs, Batch AS batch,
  isUndone, rank = 1 AND NOT isUndone AND What NOT IN ('note', 'undo') AS holds
FROM (
  SELECT *, Batch IN (SELECT Value FROM issue_events WHERE What = 'undo') AS isUndone,
    row_number() OVER (PARTITION BY Issue, What, isUndone ORDER BY At DESC, Id DESC) AS rank,
    What = 'undo' AND row_number() OVER (PARTITION BY Issue, What, Value ORDER BY At, Id) > 1 AS isRepeated
  FROM issue_events FINAL
  WHERE What != 'search'
)
WHERE Issue > {afterIssue:String}
  AND (holds OR {historyOf:String} != '' AND NOT isRepeated AND (Issue = {historyOf:String}
    OR Issue IN (SELECT Issue FROM issue_events
      WHERE What = 'merged' AND Value = {historyOf:String} AND {historyOf:String} != '')))
ORDER BY Issue, What, At DESC, Id
LIMIT {limit:UInt32}
