-- One row per step of a delivery, of an event to a channel. By time, then by desk.
--   fromNs         Unix nanoseconds: of events with a step since then, all steps
--   event, channel '' for every one
--   limit          1 to 1000000
-- If a step was inserted again, the first time counts.
SELECT
  Event AS event, Channel AS channel, Attempt AS attempt, Desk AS desk, State AS state, any(Message) AS message,
  any(Status) AS status, any(DurationMs) AS durationMs, any(RetryMs) AS retryMs, any(Reason) AS reason,
  toString(toUnixTimestamp64Nano(min(At))) AS atNs
FROM alert_deliveries
WHERE Event IN (SELECT Event FROM alert_deliveries WHERE At >= fromUnixTimestamp64Nano({fromNs:Int64}))
  AND ({event:String} = '' OR Event = {event:String})
  AND ({channel:String} = '' OR Channel = {channel:String})
GROUP BY Event, Channel, Attempt, Desk, State
ORDER BY min(At), Desk, Event, Channel, Attempt, State
LIMIT {limit:UInt32}
