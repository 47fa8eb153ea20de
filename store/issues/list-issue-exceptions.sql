-- One row per exception of an issue, with reasons to recommend it. Newest first, then by id. An event counts only if no
-- log record has its DedupeKey.
--   issue, members  the issue, and ids to read for it, from sourceIssueIds
--   fromNs, toNs  Unix nanoseconds, half-open
--   service, environment, release  '' for every one
--   limit       1 to 1000
SELECT
  leftPad(lower(hex(Id)), 16, '0') AS id,
  toString(toUnixTimestamp64Nano(Timestamp)) AS atNs,
  Release AS release,
  SessionId AS sessionId,
  {{user}} AS user,
  Digest AS digest,
  TraceId AS traceId,
  Stacktrace != '' AS hasStack,
  Attributes['errata.stack.mapped'] = 'yes' OR notEmpty(tupleElement(Grouping, 'functions')) AS isReadable
FROM exceptions
WHERE Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
  AND Issue IN {members:Array(String)}
  AND ({service:String} = '' OR ServiceName = {service:String})
  AND ({environment:String} = '' OR Environment = {environment:String})
  AND ({release:String} = '' OR Release = {release:String})
  AND (Source = 'log' OR DedupeKey GLOBAL NOT IN (
    SELECT DedupeKey FROM exceptions
    WHERE Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
      AND Issue IN {members:Array(String)} AND Source = 'log'))
-- First by the key of the table, so that reading ends once there are enough.
ORDER BY toStartOfFiveMinutes(Timestamp) DESC, Timestamp DESC, Id
LIMIT 1 BY Id
LIMIT {limit:UInt32}
