-- One row per trace of those asked for that the filter lets pass. Newest first by the start of the root, then by trace id.
--   traceIds       at most 1000
--   service        '' for every service, else one that has a span in the trace
--   hidden         services whose roots are left out
--   environment    '' for every one, else the root's
--   release        '' for every one, else the root's
--   route          '' for every route, else the root's
--   failedOnly     1 for traces in which a span failed or an exception was recorded
--   minDurationNs  of the root; 0 for every duration
--   maxDurationNs  of the root, which is shorter; 0 for every duration
--   httpStatus     of the root; 0 for every one
--   limit          1 to 1000
SELECT
  TraceId AS traceId,
  toString(toUnixTimestamp64Nano(root.Start)) AS startNs,
  toString(root.Duration) AS durationNs,
  root.Service AS service,
  root.Name AS name,
  root.Route AS route,
  root.Status AS httpStatus,
  services,
  sessionId,
  failed
FROM (
  SELECT
    TraceId,
    min(Root) AS root,
    arraySort(groupUniqArrayArray(Services)) AS services,
    max(Session) AS sessionId,
    max(Failed) AS failed
  FROM trace_parts
  WHERE TraceId IN {traceIds:Array(String)}
    AND Bucket GLOBAL IN (SELECT Bucket FROM trace_index WHERE Fact = '' AND Trace IN (SELECT sipHash64(arrayJoin({traceIds:Array(String)}))))
  GROUP BY TraceId
)
WHERE root.Rank < 255
  AND root.Service NOT IN {hidden:Array(String)}
  AND ({service:String} = '' OR has(services, {service:String}))
  AND ({environment:String} = '' OR root.Environment = {environment:String})
  AND ({release:String} = '' OR root.Release = {release:String})
  AND ({failedOnly:UInt8} = 0 OR failed = 1)
  AND ({route:String} = '' OR root.Route = {route:String})
  AND root.Duration >= {minDurationNs:UInt64}
  AND ({maxDurationNs:UInt64} = 0 OR root.Duration < {maxDurationNs:UInt64})
  AND ({httpStatus:UInt32} = 0 OR root.Status = {httpStatus:UInt32})
ORDER BY root.Start DESC, TraceId
LIMIT {limit:UInt32}
