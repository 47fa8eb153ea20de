-- cluster only
-- As 0053, for the table under the plain name.
ALTER TABLE {{database}}.exceptions {{on_cluster}} {{grouping_rule}};

ALTER TABLE {{database}}.exceptions {{on_cluster}} DROP COLUMN IF EXISTS CauseTypes;
