-- One row, an uploaded map; no row when there is none, or none that is small enough.
--   script, release, service  as list-source-maps answers them
--   maxBytes                  of the map
--   limit                     1
SELECT Map AS map
FROM source_maps FINAL
WHERE Script = {script:String} AND Release = {release:String} AND Service = {service:String}
  AND length(Map) <= {maxBytes:UInt64}
ORDER BY Script
LIMIT {limit:UInt32}
