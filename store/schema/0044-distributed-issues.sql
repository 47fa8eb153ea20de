-- cluster only
-- As in 0015. Nobody inserts through these: the views of each shard fill its own, and so does 0045.
CREATE TABLE IF NOT EXISTS {{database}}.issue_counts {{on_cluster}} AS {{database}}.issue_counts_local
ENGINE = Distributed({{cluster}}, {{database}}, issue_counts_local);

CREATE TABLE IF NOT EXISTS {{database}}.issue_words {{on_cluster}} AS {{database}}.issue_words_local
ENGINE = Distributed({{cluster}}, {{database}}, issue_words_local);

CREATE TABLE IF NOT EXISTS {{database}}.issue_releases {{on_cluster}} AS {{database}}.issue_releases_local
ENGINE = Distributed({{cluster}}, {{database}}, issue_releases_local);
