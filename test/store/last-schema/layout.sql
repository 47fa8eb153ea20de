-- One row per node that has tables of ours, and what they were made for (1: a cluster, 0: a single node), by node.
-- A managed service may give tables engines of its own; then the names tell.
SELECT DISTINCT
  hostName() AS Host,
  name = 'otel_traces_local' OR engine = 'Distributed' OR engine LIKE 'Replicated%' AS ForCluster
FROM {{system_tables}}
WHERE database = '{{database}}'
  AND (name = 'otel_traces_local' OR name = 'otel_traces'
    OR name = 'schema_version' AND (engine LIKE 'Replicated%' OR engine = 'ReplacingMergeTree'))
ORDER BY Host, ForCluster;
