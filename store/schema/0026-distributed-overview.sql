-- cluster only
-- As in 0015. Nobody inserts through these: the views of each shard fill its own, and so does 0027.
CREATE TABLE IF NOT EXISTS {{database}}.traffic {{on_cluster}} AS {{database}}.traffic_local
ENGINE = Distributed({{cluster}}, {{database}}, traffic_local);

CREATE TABLE IF NOT EXISTS {{database}}.issue_activity {{on_cluster}} AS {{database}}.issue_activity_local
ENGINE = Distributed({{cluster}}, {{database}}, issue_activity_local);

CREATE TABLE IF NOT EXISTS {{database}}.issues {{on_cluster}} AS {{database}}.issues_local
ENGINE = Distributed({{cluster}}, {{database}}, issues_local);

CREATE TABLE IF NOT EXISTS {{database}}.measurements {{on_cluster}} AS {{database}}.measurements_local
ENGINE = Distributed({{cluster}}, {{database}}, measurements_local);
