-- cluster only
-- One row per node of the cluster that the job reaches: what the schema needs of it. A node without a macro answers
-- with an error that names it.
SELECT
  hostName() AS Host,
  version() AS Version,
  getMacro('shard') AS Shard,
  getMacro('replica') AS Replica
FROM {{cluster_nodes}}
ORDER BY Shard, Replica;

-- One row per shard that writes to all of its replicas by itself, by number.
SELECT DISTINCT shard_num AS Shard
FROM system.clusters
WHERE cluster = {{cluster}} AND internal_replication = 0
ORDER BY Shard;
