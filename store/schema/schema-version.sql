-- The database, and one row per upgrade that was applied; number 200: the tables as they were made, number 0: the
-- retention and the names of attributes in force. Read by apply-schema.ts; every other statement may be repeated after it was cut short.
-- Key: number
-- Shard key: on every node
CREATE DATABASE IF NOT EXISTS {{database}} {{on_cluster}};

CREATE TABLE IF NOT EXISTS {{database}}.schema_version {{on_cluster}} (
  Number UInt32,
  Name String,
  Hash String,
  AppliedAt DateTime64(3) DEFAULT now64(3)
) ENGINE = {{replacing_everywhere}}
ORDER BY Number
SETTINGS replicated_deduplication_window = 0;
