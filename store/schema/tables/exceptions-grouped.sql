-- One row per exception that came through exceptions_buffer, with what it is grouped by; it keeps nothing.
-- The rule is a column of this table and no expression of a view or of Issue, as those would plan it twice.
-- Key: none
-- Shard key: none, its views fill it on each shard
CREATE TABLE IF NOT EXISTS {{database}}.exceptions_grouped{{local}} {{on_cluster}} (
  {{exception_columns}},
  {{grouping_columns}} DEFAULT {{grouping}}
) ENGINE = Null;
