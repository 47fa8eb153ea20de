-- A table named for what its rows are: events of issues. Repeated, it copies its own rows again, which replace themselves.
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

INSERT INTO {{database}}.issue_events (Issue, At, Id, Batch, Who, What, Value)
SELECT Issue, At, Id, Batch, Who, What, Value FROM merge('{{database}}', '^issue_(events|statements)$');

DROP TABLE IF EXISTS {{database}}.issue_statements {{on_cluster}};
