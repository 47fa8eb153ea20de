-- One row, an uploaded map; no row if there is none, or it is too large.
--   script, release, service  as list-source-maps returns them
--   maxBytes                  maximum size of the map
--   limit                     1
SELECT Map AS map
FROM source_maps FINAL
WHERE Script = {script:String} AND Release = {release:String} AND Service = {service:String}
  AND length(Map) <= {maxBytes:UInt64}
ORDER BY Script
LIMIT {limit:UInt32}
