-- One row per evaluation of a rule, and per subject that was beyond the threshold; of desks that evaluated the same time,
-- the first. Newest first, then by rule and subject.
--   fromNs, toNs   Unix nanoseconds, half-open
--   rule, subject  '' for every one
--   limit          1 to 1000000
SELECT
  Rule AS rule, toString(toUnixTimestamp(Slot) * 1000000000) AS slotNs, Subject AS subject, first.2 AS desk,
  first.3 AS revision, first.4 AS outcome, first.5 AS value, first.6 AS threshold, first.7 AS cause, first.8 AS label,
  first.9 AS about, first.10 AS why, toString(toUnixTimestamp64Nano(first.1)) AS atNs
FROM (
  SELECT Rule, Slot, Subject,
    min((At, Desk::String, Revision, Outcome::String, Value, Threshold, Cause, Label, About, Why)) AS first
  FROM alert_evaluations FINAL
  WHERE Slot >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Slot < fromUnixTimestamp64Nano({toNs:Int64})
    AND ({rule:String} = '' OR Rule = {rule:String})
    AND ({subject:String} = '' OR Subject = {subject:String})
  GROUP BY Rule, Slot, Subject
)
ORDER BY Slot DESC, Rule, Subject
LIMIT {limit:UInt32}
