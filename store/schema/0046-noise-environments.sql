-- The environment of what the drop rules removed, beside its service and release: '' for what was removed before.
ALTER TABLE {{database}}.noise_counts{{local}} {{on_cluster}}
  ADD COLUMN IF NOT EXISTS Environment LowCardinality(String),
  MODIFY ORDER BY (Rule, Minute, Shape, ServiceName, Route, Release, Environment);

-- As in 0031, with it.
ALTER TABLE {{database}}.noise_counts_of_items {{on_cluster}} MODIFY QUERY
SELECT
  splitByChar('/', Mark)[1] AS Rule,
  toStartOfMinute(At) AS Minute,
  Shape, ServiceName, item.Route AS Route, item.Release AS Release,
  left(coalesce(nullIf(ResourceAttributes['deployment.environment.name'], ''), ResourceAttributes['deployment.environment']), 128) AS Environment,
  uniqExactState(toUInt32(bitAnd(Id, 4294967295))) AS Items
FROM {{database}}.noise_items{{local}} AS item
GROUP BY Rule, Minute, Shape, ServiceName, Route, Release, Environment;
