-- cluster only
-- As 0046, for the table under the plain name.
ALTER TABLE {{database}}.noise_counts {{on_cluster}} ADD COLUMN IF NOT EXISTS Environment LowCardinality(String);
