-- As of version 100.
-- Shard key: on every node
CREATE TABLE IF NOT EXISTS {{database}}.issue_statements {{on_cluster}} (
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
