-- One row per saved search that was not deleted: its last version. By id.
--   limit  1 to 1000
SELECT Issue AS id, argMax(Value, (At, Id)) AS value, argMax(Who, (At, Id)) AS who
FROM issue_events
WHERE What = 'search'
GROUP BY Issue
HAVING value != ''
ORDER BY id
LIMIT {limit:UInt32}
