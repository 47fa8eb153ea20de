-- One row: an exception that a drop rule removed, on its way to the views; keeps nothing
-- What of a removed thing is an exception, in the columns of exceptions, so that its issue is computed as for those that are kept. It keeps nothing.
-- Key: none
-- Shard key: none, its views fill it on each shard
CREATE TABLE IF NOT EXISTS {{database}}.noise_exceptions{{local}} {{on_cluster}} AS {{database}}.exceptions{{local}} ENGINE = Null;

CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.noise_exceptions_of_items {{on_cluster}}
TO {{database}}.noise_exceptions{{local}} AS
SELECT
  At AS Timestamp, ServiceName,
  splitByChar('/', Mark)[1] AS Route,
  coalesce(nullIf(item.Attributes['errata.issue.fingerprint'], ''), if(Source = 'event', item.Digest, '')) AS FingerprintOverride,
  item.Attributes['exception.type'] AS Type,
  item.Attributes['exception.message'] AS Message,
  item.Attributes['exception.stacktrace'] AS Stacktrace
FROM {{database}}.noise_items{{local}} AS item
WHERE item.Attributes['exception.type'] != '' OR item.Attributes['exception.message'] != '';
