-- One row per event of somebody's access: an account, an invitation, a session, a token. Never changed; removing a person
-- replaces the rows about them by ones without content, under the same key.
--   Subject  id of the person, invitation, session or token
--   Id       of the event: a repeated insert is the same row
--   Sealed   its content, encrypted and authenticated together with the other columns by a key that only desks have
--            (app/access/seal.server.ts): no other user of the database can read or add one
-- The same rows on every node: they are few, and every desk reads them whole.
-- Key: subject, time, Id of the event
-- Shard key: on every node
CREATE TABLE IF NOT EXISTS {{database}}.account_events {{on_cluster}} (
  Subject String,
  At DateTime64(9),
  Id String,
  What LowCardinality(String),
  Sealed String
) ENGINE = {{replacing_everywhere}}
ORDER BY (Subject, At, Id)
SETTINGS index_granularity = 1024, replicated_deduplication_window = 0;
