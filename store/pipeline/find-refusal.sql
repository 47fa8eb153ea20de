-- One row, or none: the latest error because of which this ClickHouse may have refused inserts. Of several errors in
-- the same second, the most frequent one, then by name.
--   codes    codes of such errors
--   sinceNs  Unix nanoseconds, compared by whole seconds
--   limit    1
SELECT name, toString(toUnixTimestamp64Nano(toDateTime64(last_error_time, 9))) AS latestNs
FROM system.errors
WHERE code IN {codes:Array(UInt64)} AND last_error_time >= toDateTime(fromUnixTimestamp64Nano({sinceNs:Int64}))
ORDER BY last_error_time DESC, value DESC, name
LIMIT {limit:UInt32}
