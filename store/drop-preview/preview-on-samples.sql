-- One row per sample of a rule, and whether the conditions match it. Newest first, then by id.
--   rule   name of a rule
--   limit  1 to 1000
-- Code inserts conditions (insert-expressions.ts).
SELECT id, shape, (/* conditions */ 1) AS taken
FROM (
  SELECT
    leftPad(lower(hex(one.Id)), 16, '0') AS id,
    one.At AS at,
    one.Source AS shape,
    one.Name AS name,
    JSONExtract(one.Attributes, 'Map(String, String)') AS own,
    JSONExtract(one.Resource, 'Map(String, String)') AS resource
  FROM (
    SELECT max(Chosen) AS one
    FROM noise_samples
    WHERE Rule = {rule:String}
    GROUP BY Rule, Hour, Slot
  )
)
ORDER BY at DESC, id
LIMIT {limit:UInt32}
