-- One row: how far the running queries of one search are.
--   idPrefix  with which their ids begin
--   limit     1
SELECT toString(sum(read_rows)) AS readRows, toString(sum(greatest(total_rows_approx, read_rows))) AS totalRows
FROM system.processes
WHERE startsWith(query_id, {idPrefix:String})
ORDER BY readRows
LIMIT {limit:UInt32}
