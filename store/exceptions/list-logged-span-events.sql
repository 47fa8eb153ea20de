-- One row per exception of a span event that a log record repeats, in no order.
--   atNs, sames  of the events, at the same positions: Unix nanoseconds and DedupeKey
--   limit        1 to 1000
-- A log record with the event's DedupeKey counts if it is within the same five minutes, or the ten minutes before or
-- after; otherwise it is another occurrence.
WITH
  arrayJoin(arrayZip({atNs:Array(Int64)}, {sames:Array(UInt64)})) AS event,
  near AS (
    SELECT event.2 AS DedupeKey,
      toStartOfFiveMinutes(fromUnixTimestamp64Nano(event.1)) + arrayJoin([-600, -300, 0, 300, 600]) AS Bucket,
      event.1 AS atNs
  )
SELECT toString(near.DedupeKey) AS same, toString(atNs) AS atNs
FROM near
WHERE (DedupeKey, Bucket) GLOBAL IN (
  SELECT DedupeKey, toStartOfFiveMinutes(Timestamp)
  FROM exceptions
  WHERE Source = 'log' AND (DedupeKey, toStartOfFiveMinutes(Timestamp)) GLOBAL IN (SELECT DedupeKey, Bucket FROM near)
)
GROUP BY same, atNs
LIMIT {limit:UInt32}
