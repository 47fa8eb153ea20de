-- One row: how many bytes the tables of this database have on the disks of the ClickHouse node that answers, and how
-- many are free there.
--   limit  1
SELECT
  toString((SELECT sum(bytes_on_disk) FROM system.parts WHERE active AND database = currentDatabase())) AS diskBytes,
  toString((SELECT max(free_space) FROM system.disks)) AS freeBytes
ORDER BY diskBytes
LIMIT {limit:UInt32}
