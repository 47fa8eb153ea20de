-- One row per kind of canary that was stored or dropped in the range: when the newest stored one was created, and when
-- the newest dropped one, to the minute; 0 for none. By rule; '' is the canary that no rule drops.
--   service       service that sends canaries
--   rules         the drop rules
--   fromNs, toNs  Unix nanoseconds, half-open
--   limit         1 to 100
WITH
  fromUnixTimestamp64Nano({fromNs:Int64}) AS rangeFrom,
  fromUnixTimestamp64Nano({toNs:Int64}) AS rangeTo
SELECT
  rule,
  toString(toUnixTimestamp64Nano(max(stored))) AS storedNs,
  toString(toUnixTimestamp64Nano(toDateTime64(max(removed), 9))) AS removedNs
FROM (
  SELECT replaceRegexpOne(SpanName, '^canary ?', '') AS rule, Timestamp AS stored, toDateTime(0) AS removed
  FROM transactions
  WHERE ServiceName = {service:String}
    AND toStartOfFiveMinutes(Timestamp) >= toStartOfFiveMinutes(rangeFrom) AND Timestamp >= rangeFrom
    AND Timestamp < rangeTo
  UNION ALL
  SELECT replaceRegexpOne(Body, '^canary ?', ''), Timestamp, toDateTime(0)
  FROM otel_logs
  WHERE ServiceName = {service:String}
    AND toStartOfFiveMinutes(Timestamp) >= toStartOfFiveMinutes(rangeFrom) AND Timestamp >= rangeFrom
    AND Timestamp < rangeTo
  UNION ALL
  SELECT Rule, toDateTime64(0, 9), Minute
  FROM noise_counts
  WHERE Rule IN {rules:Array(String)} AND ServiceName = {service:String}
    AND Minute >= toStartOfMinute(rangeFrom) AND Minute < rangeTo
)
GROUP BY rule
ORDER BY rule
LIMIT {limit:UInt32}
