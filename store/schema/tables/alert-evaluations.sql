-- One row per evaluation of a rule: for the rule as a whole (Subject ''), and for each subject that is beyond the threshold.
--   Slot      the end of the evaluated time
--   Desk      which process evaluated it; of several, the first by At counts
--   Outcome   quiet, breach, no data, or not judged
--   Cause     what began the breach, where it has a name, such as the resolve that an issue came back after
--   About     JSON: service, environment, release, operation, issue, unit, beginning of the window
--   Why       in words, such as "4 of 5 needed"
-- The same rows on every node: every desk needs them.
-- Key: rule, time, subject, desk
-- Shard key: on every node
CREATE TABLE IF NOT EXISTS {{database}}.alert_evaluations {{on_cluster}} (
  Rule String,
  Slot DateTime,
  Subject String,
  Desk LowCardinality(String),
  Revision String,
  Outcome LowCardinality(String),
  Value Float64,
  Threshold Float64,
  Cause String,
  Label String,
  About String,
  Why String,
  At DateTime64(9) DEFAULT now64(9)
) ENGINE = {{replacing_everywhere}}
PARTITION BY toDate(Slot)
ORDER BY (Rule, Slot, Subject, Desk)
TTL Slot + toIntervalDay(8)
SETTINGS index_granularity = 1024, ttl_only_drop_parts = 1, replicated_deduplication_window = 0;
