-- One row per step of sending an event to a channel: claimed by a desk, then sent, failed or given up. What is neither sent
-- nor given up is still to be sent, so nothing that a desk forgets is lost.
--   Attempt  from 1
--   Message  id of the message: equal in all attempts, and for all events that it tells
--   At       by the server's clock, which alone compares desks
--   Status   HTTP or SMTP status; 0 for none
--   RetryMs  after a failure, until the next attempt; 0 for none
--   Reason   of a failure, in words; never what a receiver answered
-- The same rows on every node: every desk needs them.
-- Key: event, channel, attempt, desk, state
-- Shard key: on every node
CREATE TABLE IF NOT EXISTS {{database}}.alert_deliveries {{on_cluster}} (
  Event String,
  Channel String,
  Attempt UInt16,
  Desk LowCardinality(String),
  State LowCardinality(String),
  Message String,
  Status UInt16,
  DurationMs UInt32,
  RetryMs UInt32,
  Reason String,
  At DateTime64(9) DEFAULT now64(9)
) ENGINE = {{replacing_everywhere}}
ORDER BY (Event, Channel, Attempt, Desk, State)
TTL toDateTime(At) + toIntervalDay(90)
SETTINGS index_granularity = 1024, replicated_deduplication_window = 0;
