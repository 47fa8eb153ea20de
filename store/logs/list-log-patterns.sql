-- One row per pattern of the log records that match a search: their texts without numbers, ids and quoted values. Most
-- severe first, then most frequent, then by text. isMessage: whether the texts are messages of exceptions; event: the
-- name of records without a text; severity: the most severe range of its records, 0 to 6; count: of its records; oneIn:
-- one in so many was read; firstNs, lastNs: the oldest and the newest of those; line: their number in each of `parts`
-- equal parts of the time; patterns: how many there are.
--   fromNs, toNs   Unix nanoseconds, half-open
--   level          one record in 2^level is read
--   table          otel_logs, or log_samples, which has one record in 16
--   hidden         services that are left out
--   parts          1 to 100
--   limit          1 to 1000
-- Code inserts search and sample (insert-expressions.ts).
WITH
  if(Body != '', {{log_message}}, LogAttributes['exception.message']) AS text,
  replaceRegexpAll(replaceRegexpAll(if(lengthUTF8(text) > 300, concat(substringUTF8(text, 1, 300), '*'), text),
    '"[^"\\n]*"|[\\w.+-]+@[\\w-]+[.][\\w.-]+|\\b(?:\\d\\w*(?:[.,:]\\d\\w*)*|\\w*\\d\\w*\\d\\w*)', '*'),
    '[*](?:[-.:,]?[*])+', '*') AS masked
SELECT
  pattern,
  isMessage,
  event,
  service,
  toUInt8(max(severityRange)) AS severity,
  toString(bitShiftLeft(count(), {level:UInt8})) AS count,
  toString(bitShiftLeft(1::UInt64, {level:UInt8})) AS oneIn,
  toString(min(atNs)) AS firstNs,
  toString(max(atNs)) AS lastNs,
  arrayMap(part -> countEqual(groupArray(place) AS places, part), range({parts:UInt8})) AS line,
  toString(count() OVER ()) AS patterns
FROM (
  SELECT toUnixTimestamp64Nano(Timestamp) AS atNs, ServiceName AS service, masked AS pattern,
    Body = '' AND text != '' AS isMessage,
    if(text = '', EventName, '') AS event, intDiv(Severity + 3, 4) AS severityRange,
    intDiv(({parts:UInt8} * (atNs - {fromNs:Int64})), greatest(1, {toNs:Int64} - {fromNs:Int64})) AS place
  FROM {table:Identifier} FINAL
  -- As PREWHERE, which FINAL does not choose itself: copies of a record have the same values.
  PREWHERE toStartOfFiveMinutes(Timestamp) >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({fromNs:Int64}))
    AND Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
    AND ServiceName NOT IN {hidden:Array(String)} AND ({{sample: 1}}) AND ({{search: 1}})
)
GROUP BY service, pattern, isMessage, event
ORDER BY severity DESC, count() DESC, pattern, event, service, isMessage
LIMIT {limit:UInt32}
