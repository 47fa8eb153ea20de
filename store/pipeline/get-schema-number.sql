-- One row of the version of the schema that was applied whole, in no order; 0 where there is none.
--   limit  1
SELECT max(Number) AS number
FROM schema_version
LIMIT {limit:UInt32}
