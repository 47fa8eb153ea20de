-- One row: whether a statement can read a file that every machine has and that is none of ClickHouse's own.
--   limit  1
SELECT file('/etc/passwd', '') != '' AS readsFiles
ORDER BY readsFiles
LIMIT {limit:UInt32}
