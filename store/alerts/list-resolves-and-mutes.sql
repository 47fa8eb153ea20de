-- One row per resolve and mute of an issue, and per end of one by somebody, that was not taken back. By issue, then by
-- time and id.
--   sinceNs     Unix nanoseconds: of what is earlier the last one of an issue alone
--   afterIssue  only issues behind this one; '' for all
--   limit       1 to 200000
SELECT Issue AS issue, What AS what, Value AS value, Id AS id, toString(toUnixTimestamp64Nano(At)) AS atNs
FROM (
  SELECT Issue, What, Value, Id, At,
    row_number() OVER (PARTITION BY Issue, At < fromUnixTimestamp64Nano({sinceNs:Int64}) ORDER BY At DESC, Id DESC)
      AS place
  FROM issue_events FINAL
  WHERE What IN ('resolved', 'muted') AND Batch NOT IN (SELECT Value FROM issue_events WHERE What = 'undo')
)
WHERE Issue > {afterIssue:String} AND (At >= fromUnixTimestamp64Nano({sinceNs:Int64}) OR place = 1)
ORDER BY Issue, At, Id
LIMIT {limit:UInt32}
