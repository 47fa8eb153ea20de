-- One row per change that somebody made to an alert rule, a channel, a silence or who owns what, never changed and never removed. Of each
-- subject and What the last one holds, by At, then by Id.
--   Subject  id of what it is about
--   Id       of the statement: a repeated insert is the same row
--   Who      author; '' if unknown
--   What     rule, channel, silence or ownership
--   Value    JSON, '' where it was deleted. What is secret in it is encrypted (app/access/seal.server.ts)
-- The same rows on every node: they are few, and every desk reads them whole.
-- Key: subject, time, Id of the statement
-- Shard key: on every node
CREATE TABLE IF NOT EXISTS {{database}}.alert_statements {{on_cluster}} (
  Subject String,
  At DateTime64(9),
  Id String,
  Who String,
  What LowCardinality(String),
  Value String
) ENGINE = {{replacing_everywhere}}
ORDER BY (Subject, At, Id)
SETTINGS index_granularity = 1024, replicated_deduplication_window = 0;
