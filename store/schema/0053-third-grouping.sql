-- What groups exceptions, third rule: a function is its name and where it lives. grouping-rule.sql is made of store/schema/grouping/ and of otel's
-- list of library code (`npm run grouping`); store/issues/grouping-cases/ has what it is to bring together and to keep apart.
ALTER TABLE {{database}}.exceptions{{local}} {{on_cluster}} {{grouping_rule}};

ALTER TABLE {{database}}.exceptions{{local}} {{on_cluster}} DROP COLUMN IF EXISTS CauseTypes;

ALTER TABLE {{database}}.noise_exceptions{{local}} {{on_cluster}} {{grouping_rule}};

ALTER TABLE {{database}}.noise_exceptions{{local}} {{on_cluster}} DROP COLUMN IF EXISTS CauseTypes;
