-- One row per sample: an item that a drop rule removed, kept for a day, at most 32 of each rule and hour. Newest first,
-- then by id.
--   rule    '' for every rule
--   hidden  services to leave out
--   limit   1 to 500
SELECT
  rule,
  leftPad(lower(hex(one.Id)), 16, '0') AS id,
  toString(toUnixTimestamp64Nano(one.At)) AS atNs,
  one.Condition AS condition,
  one.Source AS shape,
  one.Service AS service,
  one.Route AS route,
  one.Release AS release,
  one.TraceId AS traceId,
  one.SpanId AS spanId,
  one.Name AS name,
  one.Text AS text,
  one.Attributes AS attributes,
  one.Resource AS resource
FROM (
  SELECT Rule AS rule, max(Chosen) AS one
  FROM noise_samples
  WHERE ({rule:String} = '' OR Rule = {rule:String})
  GROUP BY Rule, Hour, Slot
)
WHERE one.Service NOT IN {hidden:Array(String)}
ORDER BY one.At DESC, one.Id, rule
LIMIT {limit:UInt32}
