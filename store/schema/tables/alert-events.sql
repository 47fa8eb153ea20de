-- One row per thing that a rule tells: an episode began, ended, goes on. Never changed.
--   Id        hash of the episode and What: desks that evaluate the same rule write the same row
--   At        the time that it tells of: the end of the evaluated minute
--   Revision  Id of the statement with the rule as it was
--   Subject   what the rule watches in this episode, such as an issue or a service; '' for all that it selects
--   Episode   hash of rule, revision, subject and cause
--   What      firing, resolved, reminder or flapping
--   Content   JSON: value, threshold, reason, links
-- The same rows on every node: they are few, and every desk needs them whole.
-- Key: Id of the event
-- Shard key: on every node
CREATE TABLE IF NOT EXISTS {{database}}.alert_events {{on_cluster}} (
  Id String,
  At DateTime64(9),
  Rule String,
  Revision String,
  Subject String,
  Episode String,
  What LowCardinality(String),
  Content String,
  Desk LowCardinality(String)
) ENGINE = {{replacing_everywhere}}
ORDER BY Id
SETTINGS index_granularity = 1024, replicated_deduplication_window = 0;
