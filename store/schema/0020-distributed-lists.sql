-- cluster only
-- As in 0015. trace_summary and trace_index are made again with the key by which their rows lie on the shards: 0021 inserts through them.
CREATE TABLE IF NOT EXISTS {{database}}.trace_facts {{on_cluster}} AS {{database}}.trace_facts_local
ENGINE = Distributed({{cluster}}, {{database}}, trace_facts_local, Trace);

CREATE TABLE IF NOT EXISTS {{database}}.arrivals {{on_cluster}} AS {{database}}.arrivals_local
ENGINE = Distributed({{cluster}}, {{database}}, arrivals_local, cityHash64(Signal, Bucket));

DROP TABLE IF EXISTS {{database}}.trace_summary {{on_cluster}};
CREATE TABLE IF NOT EXISTS {{database}}.trace_summary {{on_cluster}} AS {{database}}.trace_summary_local
ENGINE = Distributed({{cluster}}, {{database}}, trace_summary_local, sipHash64(TraceId));

DROP TABLE IF EXISTS {{database}}.trace_index {{on_cluster}};
CREATE TABLE IF NOT EXISTS {{database}}.trace_index {{on_cluster}} AS {{database}}.trace_index_local
ENGINE = Distributed({{cluster}}, {{database}}, trace_index_local, sipHash64(TraceId));
