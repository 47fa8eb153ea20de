-- One row per deploy that somebody told of by the API, never changed and never removed.
--   At           when it began
--   Id           hash of the rest: the same deploy told again is the same row
--   Environment  '' if it was not told, which stands for every one
--   Revision     of the source code, such as a commit; '' if it was not told
--   Url          of the run that deployed it; '' if it was not told
--   Who          by whom, as authors of actions are written
-- The same rows on every node: they are few, and the releases of every service are compared by them.
-- Key: service, time, Id
-- Shard key: on every node
CREATE TABLE IF NOT EXISTS {{database}}.deploys {{on_cluster}} (
  ServiceName String,
  Release String,
  Environment String,
  At DateTime64(9),
  Id String,
  Revision String,
  Url String,
  Who String
) ENGINE = {{replacing_everywhere}}
ORDER BY (ServiceName, At, Id)
SETTINGS index_granularity = 1024, replicated_deduplication_window = 0;
