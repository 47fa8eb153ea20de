-- Exceptions are grouped by the rule of this version.
ALTER TABLE {{database}}.exceptions_grouped{{local}} {{on_cluster}} MODIFY COLUMN {{grouping_columns}} DEFAULT {{grouping}};

ALTER TABLE {{database}}.exceptions_of_grouped {{on_cluster}} MODIFY QUERY
SELECT * EXCEPT (DropRule), {{issue}} AS Issue
FROM {{database}}.exceptions_grouped{{local}}
WHERE DropRule = '';

ALTER TABLE {{database}}.noise_subjects_of_exceptions {{on_cluster}} MODIFY QUERY
SELECT
  sipHash64({{issue}}) AS Subject,
  DropRule AS Rule,
  toDate(Timestamp) AS Day,
  min(toDateTime(Timestamp)) AS First,
  max(toDateTime(Timestamp)) AS Last
FROM {{database}}.exceptions_grouped{{local}}
WHERE DropRule != ''
GROUP BY Subject, Rule, Day;
