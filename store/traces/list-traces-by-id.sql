-- One row per given trace with spans. Newest first by the start of the root, then by trace id.
--   traceIds  at most 1000
--   limit     1 to 1000
-- Code inserts duration (trace-duration.ts).
SELECT
  TraceId AS traceId,
  toString(toUnixTimestamp64Nano(root.Start)) AS startNs,
  toString(duration) AS durationNs,
  toString(root.Duration) AS rootDurationNs,
  root.Service AS service,
  root.Name AS name,
  root.Operation AS operation,
  root.Status AS httpStatus,
  root.Environment AS environment,
  root.Release AS release,
  services,
  sessionId,
  failed
FROM (
  SELECT
    TraceId,
    min(Root) AS root,
    ({{duration: 0}}) AS duration,
    arraySort(groupUniqArrayArray(Services)) AS services,
    max(Session) AS sessionId,
    max(Failed) AS failed
  FROM trace_parts
  WHERE TraceId IN {traceIds:Array(String)}
    AND Bucket GLOBAL IN (SELECT Bucket FROM trace_index
      WHERE Fact = '' AND Trace IN (SELECT sipHash64(arrayJoin({traceIds:Array(String)}))))
  GROUP BY TraceId
)
WHERE root.Rank < 255
ORDER BY root.Start DESC, TraceId
LIMIT {limit:UInt32}
