-- One row per search and time window with exceptions that match it: how many. By search, then by window.
--   fromNs, toNs          Unix nanoseconds: what is read, half-open
--   firstNs, stepNs, windowsMost, lengthNs  the end of the first window, the time from one to the next, how many there
--                         are, and how long they are: half-open
--   limit                 1 to 1000000
-- Code inserts conditions (insert-expressions.ts): an array with the condition of each search. An
-- event counts only where no log record that matches has its DedupeKey.
SELECT toUInt32(search) AS search, toUInt32(window) AS window, toString(uniqIf(Id, Source = 'log')
    + greatest(toInt64(uniq(DedupeKey)) - toInt64(uniqIf(DedupeKey, Source = 'log')), 0)) AS found
FROM (
  SELECT Id, DedupeKey, Source, toUnixTimestamp64Nano(Timestamp) AS atNs,
    arrayFilter((i, isMet) -> isMet, arrayEnumerate(conditions), conditions) AS met,
    [{{conditions: 1}}]::Array(UInt8) AS conditions
  FROM exceptions
  WHERE toStartOfFiveMinutes(Timestamp) >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({fromNs:Int64}))
    AND Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
    AND notEmpty(met)
)
ARRAY JOIN met AS search
ARRAY JOIN range(
  if(atNs < {firstNs:Int64}, 0, toUInt32(intDiv(atNs - {firstNs:Int64}, {stepNs:Int64})) + 1),
  least({windowsMost:UInt32}, toUInt32(intDiv(atNs + {lengthNs:Int64} - {firstNs:Int64}, {stepNs:Int64})) + 1))
  AS window
GROUP BY search, window
ORDER BY search, window
LIMIT {limit:UInt32}
