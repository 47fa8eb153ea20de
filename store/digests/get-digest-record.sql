-- One row for a digest that was ever seen, even if its records have expired; otherwise no row. occurrences: log
-- records, and span events that no log record repeats; events with the same text in one span count once.
--   digest
--   limit   1
SELECT
  Digest AS digest,
  toString(toUnixTimestamp64Nano(min(FirstSeen))) AS firstSeenNs,
  toString(toUnixTimestamp64Nano(max(LastSeen))) AS lastSeenNs,
  toString(uniqMerge(LogIds) + greatest(toInt64(uniqMerge(DedupeKeys)) - toInt64(uniqMerge(LogDedupeKeys)),
    0)) AS occurrences,
  arraySort(groupUniqArray(ServiceName)) AS services,
  max(Latest).TraceId AS latestTraceId,
  max(Latest).Type AS type,
  max(Latest).Route AS route,
  max(Latest).Release AS release
FROM digests
WHERE Digest = {digest:String}
GROUP BY Digest
ORDER BY Digest
LIMIT {limit:UInt32}
