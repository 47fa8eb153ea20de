-- One row for all stored log records that match conditions, then one per issue and service whose exceptions match: how
-- many records, traces and issues, and how many of the records are exceptions. Most exceptions first, then by issue and
-- service.
--   fromNs, toNs            Unix nanoseconds, half-open
--   assigned, acknowledged  issues with an owner; issues acknowledged without one
--   limit                   1 to 500
-- Code inserts conditions (insert-expressions.ts).
SELECT
  grouping(issue) = 1 AS isAll,
  issue,
  service,
  max(type) AS anyType,
  max(message) AS anyMessage,
  toString(uniqExact(item)) AS items,
  toString(uniqExactIf(trace, trace != '')) AS traces,
  toString(uniqExactIf(item, issue != '')) AS exceptions,
  toString(uniqExactIf(issue, issue != '')) AS issues,
  toString(uniqExactIf(issue, issue IN {assigned:Array(String)})) AS assigned,
  toString(uniqExactIf(issue, issue IN {acknowledged:Array(String)})) AS acknowledged
FROM (
  SELECT DISTINCT Id AS item, TraceId AS trace, ServiceName AS service
  FROM otel_logs
  WHERE toStartOfFiveMinutes(Timestamp) >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({fromNs:Int64}))
    AND Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
    AND ({{conditions: 1}})
) AS taken
LEFT JOIN (
  SELECT Id AS item,
    transform(Issue::String, {mergedFrom:Array(String)}, {mergedTo:Array(String)}) AS issue,
    Type::String AS type, left(Message, 256) AS message
  FROM exceptions
  WHERE Source = 'log'
    AND Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
) AS told USING item
GROUP BY GROUPING SETS ((issue, service), ())
HAVING isAll OR issue != ''
ORDER BY isAll DESC, toUInt64(exceptions) DESC, issue, service
LIMIT {limit:UInt32}
