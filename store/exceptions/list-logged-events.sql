-- One row per exception of a span event that a log record tells of as well, in no order.
--   atNs, sames  of the events, one by one: Unix nanoseconds and Same
--   limit        1 to 1000
-- A log record with the event's Same counts in the five minutes of the event and in the ten before and after: one further away is
-- another occurrence.
WITH
  arrayJoin(arrayZip({atNs:Array(Int64)}, {sames:Array(UInt64)})) AS event,
  near AS (
    SELECT event.2 AS Same, toStartOfFiveMinutes(fromUnixTimestamp64Nano(event.1)) + arrayJoin([-600, -300, 0, 300, 600]) AS Bucket,
      event.1 AS atNs
  )
SELECT toString(near.Same) AS same, toString(atNs) AS atNs
FROM near
WHERE (Same, Bucket) GLOBAL IN (
  SELECT Same, toStartOfFiveMinutes(Timestamp)
  FROM exceptions
  WHERE Shape = 'log' AND (Same, toStartOfFiveMinutes(Timestamp)) GLOBAL IN (SELECT Same, Bucket FROM near)
)
GROUP BY same, atNs
LIMIT {limit:UInt32}
