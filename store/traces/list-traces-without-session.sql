-- One row per trace with an exception that names no session, of the newest exceptions of the range. By trace.
--   fromNs, toNs  Unix nanoseconds, half-open
--   service, environment, release  '' for every one
--   hidden        services to leave out
--   most          exceptions to read
--   limit         1 to 1000
SELECT DISTINCT traceId
FROM (
  SELECT TraceId AS traceId
  FROM exceptions
  WHERE Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
    AND SessionId = '' AND TraceId != ''
    AND ({service:String} = '' OR ServiceName = {service:String})
    AND ServiceName NOT IN {hidden:Array(String)}
    AND ({environment:String} = '' OR Environment = {environment:String})
    AND ({release:String} = '' OR Release = {release:String})
  ORDER BY toStartOfFiveMinutes(Timestamp) DESC, Issue DESC, DedupeKey DESC, Source DESC, Id DESC
  LIMIT 1 BY Issue, DedupeKey, Source, Id
  LIMIT {most:UInt32}
)
ORDER BY traceId
LIMIT {limit:UInt32}
