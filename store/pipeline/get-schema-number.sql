-- One row with the version of the schema that was applied whole (0: none), in no order.
--   limit  1
SELECT max(Number) AS number
FROM schema_version
LIMIT {limit:UInt32}
