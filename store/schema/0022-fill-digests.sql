-- Fills what 0017 added to digests from the exceptions that were there before, those that came as span events alone among them.
-- On a cluster every shard fills its own: the distributed table has no key by which to send them.
INSERT INTO {{database}}.digests (Digest, ServiceName, Day, FirstSeen, LastSeen, Latest, Told, ToldByLogs)
SELECT
  left(thrown.Digest, 128) AS Digest,
  ServiceName,
  toDate(Timestamp) AS Day,
  min(Timestamp),
  max(Timestamp),
  max((Timestamp, TraceId, Type::String, Route::String, Release::String)),
  uniqState(Same),
  uniqStateIf(Same, Shape = 'log')
FROM {{database}}.exceptions AS thrown
WHERE thrown.Digest != ''
GROUP BY Digest, ServiceName, Day
SETTINGS parallel_distributed_insert_select = 2, max_partitions_per_insert_block = 0;
