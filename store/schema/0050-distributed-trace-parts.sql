-- cluster only
-- As in 0020.
CREATE TABLE IF NOT EXISTS {{database}}.trace_parts {{on_cluster}} AS {{database}}.trace_parts_local
ENGINE = Distributed({{cluster}}, {{database}}, trace_parts_local, sipHash64(TraceId));

DROP TABLE IF EXISTS {{database}}.trace_summary {{on_cluster}};
