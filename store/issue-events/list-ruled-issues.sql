-- One row per issue, as the store makes it, and rule of which it has exceptions that are stored: of those that fit several, the first. By issue, then by rule.
--   services, types, routes  of each rule, '' for any
--   patterns                 of each rule, what its messages are like
--   limit                    1 to 10000
SELECT DISTINCT Issue::String AS issue, toString(fits) AS nth
FROM (
  SELECT Issue, arrayFirstIndex((service, type, route, is) ->
      (service = '' OR service = ServiceName) AND (type = '' OR type = Type) AND (route = '' OR route = Route)
        AND match(left(Message, 4096), is),
    {services:Array(String)}, {types:Array(String)}, {routes:Array(String)}, {patterns:Array(String)}) AS fits
  FROM exceptions
  PREWHERE (has({services:Array(String)}, '') OR ServiceName IN {services:Array(String)})
    AND (has({types:Array(String)}, '') OR Type IN {types:Array(String)})
    AND (has({routes:Array(String)}, '') OR Route IN {routes:Array(String)})
)
WHERE fits > 0
ORDER BY issue, fits
LIMIT {limit:UInt32}
