-- One row with the last schema version that was applied completely (0: none).
--   limit  1
SELECT max(Number) AS number
FROM schema_version
LIMIT {limit:UInt32}
