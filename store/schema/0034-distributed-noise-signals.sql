-- cluster only
-- As in 0015. Nobody inserts through these: the views of each shard fill its own.
CREATE TABLE IF NOT EXISTS {{database}}.noise_paths {{on_cluster}} AS {{database}}.noise_paths_local
ENGINE = Distributed({{cluster}}, {{database}}, noise_paths_local);

CREATE TABLE IF NOT EXISTS {{database}}.noise_exceptions {{on_cluster}} AS {{database}}.noise_exceptions_local
ENGINE = Distributed({{cluster}}, {{database}}, noise_exceptions_local);
