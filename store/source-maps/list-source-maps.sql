-- One row per script of a release whose map was uploaded, without the map, by script; of one script the newest first.
--   scripts   names of scripts
--   services  '' and those that a map may be of
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
