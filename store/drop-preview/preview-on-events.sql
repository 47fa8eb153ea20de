-- One row for all stored span events that match conditions, then one per issue and service whose exceptions match: how
-- many events, traces and issues, and how many of the events are exceptions. Most exceptions first, then by issue and
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
  toString(uniqExactIf(exception, issue != '')) AS exceptions,
  toString(uniqExactIf(issue, issue != '')) AS issues,
  toString(uniqExactIf(issue, issue IN {assigned:Array(String)})) AS assigned,
  toString(uniqExactIf(issue, issue IN {acknowledged:Array(String)})) AS acknowledged
FROM (
  -- An exception is identified by the DedupeKey of exceptions-buffer.sql.
  SELECT DISTINCT sipHash64(ServiceName, TraceId, SpanId, position) AS item, TraceId AS trace, ServiceName AS service,
    sipHash64(ServiceName, TraceId, splitByChar('.', translate(eventAttributes['exception.type'], '+$', '..'))[-1],
      eventAttributes['exception.message']) AS exception
  FROM otel_traces
  ARRAY JOIN `Events.Name` AS eventName, `Events.Attributes` AS eventAttributes,
  arrayEnumerate(`Events.Name`) AS position
  WHERE toStartOfFiveMinutes(Timestamp) >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({fromNs:Int64}))
    AND Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
    AND ({{conditions: 1}})
) AS taken
LEFT JOIN (
  SELECT Id AS exception,
    transform(Issue::String, {mergedFrom:Array(String)}, {mergedTo:Array(String)}) AS issue,
    Type::String AS type, left(Message, 256) AS message
  FROM exceptions
  WHERE Source = 'event'
    AND Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
) AS found USING exception
GROUP BY GROUPING SETS ((issue, service), ())
HAVING isAll OR issue != ''
ORDER BY isAll DESC, toUInt64(exceptions) DESC, issue, service
LIMIT {limit:UInt32}
