-- Bloom filters that leave out nearly every block without a given session. In the background for what is stored already.
ALTER TABLE {{database}}.session_steps{{local}} {{on_cluster}} ADD INDEX IF NOT EXISTS session SessionId TYPE bloom_filter(0.0001) GRANULARITY 8 FIRST;

ALTER TABLE {{database}}.session_steps{{local}} {{on_cluster}} MATERIALIZE INDEX session;
