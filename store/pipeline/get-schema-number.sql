-- One row with the last schema version that was applied completely (0: none), in no order.
--   limit  1
SELECT max(Number) AS number
FROM schema_version
LIMIT {limit:UInt32}
