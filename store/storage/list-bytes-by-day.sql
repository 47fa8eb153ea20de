-- One row per day: how many bytes the tables of this database have on the node that answers, of that day's telemetry,
-- those of spans and of log records apart, and how many leave with it because they are kept no longer. By day.
--   limit  1 to 10000
-- It covers tables with a partition a day, or a week, which has the same of each day so far. Of the others, which are
-- small, only the bytes that expire are known.
SELECT toString(day) AS day, toString(round(sum(ofDay))) AS ofDayBytes,
  toString(round(sumIf(ofDay, match(table, '^(otel_traces|span_samples|trace_index|trace_parts|transactions|operation_activity)(_local)?$'))))
    AS spanBytes,
  toString(round(sumIf(ofDay, match(table, '^(otel_logs|log_samples)(_local)?$')))) AS logBytes,
  toString(sum(leaves)) AS leavingBytes
FROM (
  SELECT arrayJoin(days) AS day, table, bytes_on_disk / length(days) AS ofDay, 0 AS leaves
  FROM (
    SELECT table, bytes_on_disk, toDate(partition) AS first,
      if(match(table, '^(trace_index|noise_paths)(_local)?$'),
        arrayMap(later -> first + later, range(toUInt64(least(greatest(1, today() - first + 1), 7)))), [first]) AS days
    FROM system.parts
    WHERE active AND database = currentDatabase() AND match(partition, '^\\d{4}-\\d\\d-\\d\\d$')
  )
  UNION ALL
  SELECT toDate(delete_ttl_info_max, 'UTC') AS day, '', 0, bytes_on_disk
  FROM system.parts
  WHERE active AND database = currentDatabase() AND delete_ttl_info_max > toDateTime(0)
)
GROUP BY day
ORDER BY day
LIMIT {limit:UInt32}
