-- One row per action of somebody on an issue, never changed and never removed. Of each What the last one of an issue
-- holds, by At, then by Id.
--   Id     of the statement: a repeated insert is the same row
--   Batch  one for all statements of one click; a statement with What 'undo' has one as its Value, and takes those back
-- The same rows on every node: they are few, and every query needs them whole.
-- Key: issue, time, Id of the statement
-- Shard key: on every node
CREATE TABLE IF NOT EXISTS {{database}}.issue_events {{on_cluster}} (
  Issue String,
  At DateTime64(9),
  Id String,
  Batch String,
  Who String,
  What LowCardinality(String),
  Value String
) ENGINE = {{replacing_everywhere}}
ORDER BY (Issue, At, Id)
SETTINGS index_granularity = 1024, replicated_deduplication_window = 0;
