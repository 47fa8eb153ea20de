-- One row: the newest schema file that was applied whole; 0 where there is none.
--   limit  1
SELECT max(Number) AS number
FROM schema_version
LIMIT {limit:UInt32}
