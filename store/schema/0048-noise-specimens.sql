-- As in 0031, but only what an insert could leave as a specimen is written out: of a thousand things it is a few. Nothing that is chosen changes.
ALTER TABLE {{database}}.noise_specimens_of_items {{on_cluster}} MODIFY QUERY
SELECT
  Rule, Hour, Slot,
  max((Id, At, toUInt8OrZero(splitByChar('/', Mark)[2]), Shape::String, ServiceName::String, Route, Release, TraceId, SpanId,
    left(Name, 1024), left(Text, 4096), Said, Of)) AS Chosen
FROM (
  SELECT *,
    mapFilter((key, value) -> NOT startsWith(key, 'errata.noise.'), Attributes) AS Own,
    toJSONString(Own) AS Full,
    if(length(Full) <= 16384, Full, toJSONString(mapApply((key, value) -> (left(key, 256), left(value, 1024)), Own))) AS Said,
    toJSONString(ResourceAttributes) AS Of
  FROM (
    SELECT splitByChar('/', Mark)[1] AS Rule, toStartOfHour(At) AS Hour, toUInt8(Id % 32) AS Slot, *
    FROM {{database}}.noise_items{{local}}
    WHERE Sampled
    ORDER BY Id DESC, At DESC, Mark DESC
    LIMIT 1 BY Rule, Hour, Slot
  )
)
GROUP BY Rule, Hour, Slot;
