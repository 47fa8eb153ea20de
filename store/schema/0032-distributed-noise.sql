-- cluster only
-- As in 0015: what must be counted once lies on one shard, also where a trace's spans and logs come apart.
CREATE TABLE IF NOT EXISTS {{database}}.noise_spans {{on_cluster}} AS {{database}}.noise_spans_local
ENGINE = Distributed({{cluster}}, {{database}}, noise_spans_local, sipHash64(TraceId));

CREATE TABLE IF NOT EXISTS {{database}}.noise_logs {{on_cluster}} AS {{database}}.noise_logs_local
ENGINE = Distributed({{cluster}}, {{database}}, noise_logs_local,
  if(TraceId = '', sipHash64(ServiceName, Timestamp, Body), sipHash64(TraceId)));

CREATE TABLE IF NOT EXISTS {{database}}.noise_items {{on_cluster}} AS {{database}}.noise_items_local
ENGINE = Distributed({{cluster}}, {{database}}, noise_items_local);

CREATE TABLE IF NOT EXISTS {{database}}.noise_counts {{on_cluster}} AS {{database}}.noise_counts_local
ENGINE = Distributed({{cluster}}, {{database}}, noise_counts_local);

CREATE TABLE IF NOT EXISTS {{database}}.noise_subjects {{on_cluster}} AS {{database}}.noise_subjects_local
ENGINE = Distributed({{cluster}}, {{database}}, noise_subjects_local);

CREATE TABLE IF NOT EXISTS {{database}}.noise_specimens {{on_cluster}} AS {{database}}.noise_specimens_local
ENGINE = Distributed({{cluster}}, {{database}}, noise_specimens_local);
