-- One row per script of a release with an uploaded map, without the map. By script, then newest first.
--   scripts   names of scripts
--   services  '' and services whose maps apply
--   limit     1 to 1000
SELECT
  Script AS script,
  Release AS release,
  Service AS service,
  DebugId AS debugId
FROM source_maps FINAL
WHERE Script IN {scripts:Array(String)} AND Service IN {services:Array(String)}
ORDER BY Script, Uploaded DESC, Release, Service
LIMIT {limit:UInt32}
