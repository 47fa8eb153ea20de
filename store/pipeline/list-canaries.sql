-- One row per kind of canary that was stored or dropped in the range, and of the canary that no rule drops (rule '') per
-- app that sent it: when the first and the newest stored one were created, and when the newest dropped one, to the
-- minute; 0 for none. isEnded is 1 if the newest is the last of an app that stopped. By rule and app. Names are
-- "canary @app", "canary ended @app", "canary rule"; an older app's is "canary".
--   service       service that sends canaries
--   rules         the drop rules
--   fromNs, toNs  Unix nanoseconds, half-open
--   limit         1 to 1000
WITH
  fromUnixTimestamp64Nano({fromNs:Int64}) AS rangeFrom,
  fromUnixTimestamp64Nano({toNs:Int64}) AS rangeTo
SELECT
  extract(name, '^canary (?:@|ended @)?(.*)$') AS text,
  if(match(name, '^canary (ended )?@'), text, '') AS app,
  if(app = '', text, '') AS rule,
  toString(toUnixTimestamp64Nano(minIf(stored, stored > toDateTime64(0, 9)))) AS firstNs,
  toString(toUnixTimestamp64Nano(max(stored))) AS storedNs,
  argMax(startsWith(name, 'canary ended @'), stored) AS isEnded,
  toString(toUnixTimestamp64Nano(toDateTime64(max(removed), 9))) AS removedNs
FROM (
  SELECT SpanName::String AS name, Timestamp AS stored, toDateTime(0) AS removed
  FROM transactions
  WHERE ServiceName = {service:String}
    AND toStartOfFiveMinutes(Timestamp) >= toStartOfFiveMinutes(rangeFrom) AND Timestamp >= rangeFrom
    AND Timestamp < rangeTo
  UNION ALL
  SELECT Body, Timestamp, toDateTime(0)
  FROM otel_logs
  WHERE ServiceName = {service:String}
    AND toStartOfFiveMinutes(Timestamp) >= toStartOfFiveMinutes(rangeFrom) AND Timestamp >= rangeFrom
    AND Timestamp < rangeTo
  UNION ALL
  SELECT 'canary ' || Rule, toDateTime64(0, 9), Minute
  FROM noise_counts
  WHERE Rule IN {rules:Array(String)} AND ServiceName = {service:String}
    AND Minute >= toStartOfMinute(rangeFrom) AND Minute < rangeTo
)
GROUP BY text, app, rule
ORDER BY rule, app
LIMIT {limit:UInt32}
