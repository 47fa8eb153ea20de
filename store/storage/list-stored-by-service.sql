-- One row per service of which something was stored in the range, whatever its timestamp is: how many spans, log
-- records and data points, when the newest was stored, and how long after its end each was that began lately. By name.
--   fromNs, toNs  Unix nanoseconds, half-open, compared with the storage time by whole seconds
--   lateNs        Unix nanoseconds: spans and log records from then to toNs tell the delay
--   limit         1 to 500
-- Only what is dated since the earliest five minutes with rows of the range is read: a set of them would take three
-- times as long. Rows: what was delivered again counts again until it is merged, as Collectors count it. Delays are
-- whole seconds; delayedRows is how many tell them.
WITH
  toDateTime(fromUnixTimestamp64Nano({fromNs:Int64})) AS rangeFrom,
  toDateTime(fromUnixTimestamp64Nano({toNs:Int64})) AS rangeTo,
  fromUnixTimestamp64Nano({lateNs:Int64}) AS late,
  fromUnixTimestamp64Nano({toNs:Int64}) AS lateTo
SELECT
  service,
  toString(sum(spans)) AS spanRows,
  toString(sum(logs)) AS logRows,
  toString(sum(points)) AS pointRows,
  toString(toUnixTimestamp64Nano(toDateTime64(max(newest), 9))) AS newestStoredNs,
  toString(sum(delayed)) AS delayedRows,
  toString(sum(p50)) AS medianDelay,
  toString(sum(p95)) AS p95Delay
FROM (
  SELECT ServiceName::String AS service, count() AS spans, 0 AS logs, 0 AS points, max(StoredAt) AS newest,
    0 AS delayed, 0 AS p50, 0 AS p95
  FROM otel_traces
  WHERE toStartOfFiveMinutes(Timestamp)
    >= (SELECT min(Bucket) FROM service_activity
      WHERE BucketMinutes = 5 AND Signal = 'spans' AND NewestStored >= rangeFrom)
    AND StoredAt >= rangeFrom AND StoredAt < rangeTo
  GROUP BY ServiceName
  UNION ALL
  SELECT ServiceName::String, 0, count(), 0, max(StoredAt), 0, 0, 0
  FROM otel_logs
  WHERE toStartOfFiveMinutes(Timestamp)
    >= (SELECT min(Bucket) FROM service_activity
      WHERE BucketMinutes = 5 AND Signal = 'logs' AND NewestStored >= rangeFrom)
    AND StoredAt >= rangeFrom AND StoredAt < rangeTo
  GROUP BY ServiceName
  UNION ALL
  SELECT ServiceName::String, 0, 0, count(), max(StoredAt), 0, 0, 0
  FROM merge(currentDatabase(), '^otel_metrics_(gauge|sum|histogram|exponential_histogram|summary)$')
  WHERE StoredAt >= rangeFrom AND StoredAt < rangeTo
  GROUP BY ServiceName
  UNION ALL
  SELECT name, 0, 0, 0, toDateTime(0), count(), toUInt32(round(quantileTDigest(0.5)(delay))),
    toUInt32(round(quantileTDigest(0.95)(delay)))
  FROM (
    SELECT ServiceName::String AS name,
      greatest(0,
        toUnixTimestamp(StoredAt) - intDiv(toUnixTimestamp64Nano(Timestamp) + toInt64(DurationNs), 1000000000)) AS delay
    FROM otel_traces
    WHERE toStartOfFiveMinutes(Timestamp) >= toStartOfFiveMinutes(late) AND Timestamp >= late AND Timestamp < lateTo
    UNION ALL
    SELECT ServiceName::String,
      greatest(0, toUnixTimestamp(StoredAt) - intDiv(toUnixTimestamp64Nano(Timestamp), 1000000000))
    FROM otel_logs
    WHERE toStartOfFiveMinutes(Timestamp) >= toStartOfFiveMinutes(late) AND Timestamp >= late AND Timestamp < lateTo
  )
  GROUP BY name
)
GROUP BY service
HAVING max(newest) > toDateTime(0)
ORDER BY service
LIMIT {limit:UInt32}
