-- One row for a digest that was ever seen, also when its records have expired; no row for any other.
-- occurrences: log records, and span events of which no log tells; events of one text in one span are one.
--   digest
--   limit   1
SELECT
  Digest AS digest,
  toString(toUnixTimestamp64Nano(min(FirstSeen))) AS firstSeenNs,
  toString(toUnixTimestamp64Nano(max(LastSeen))) AS lastSeenNs,
  toString(uniqMerge(LogIds) + greatest(toInt64(uniqMerge(DedupeKeys)) - toInt64(uniqMerge(LogDedupeKeys)), 0)) AS occurrences,
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
