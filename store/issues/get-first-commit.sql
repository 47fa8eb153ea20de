-- One row: which commit the first exception of an issue came from, as its sender tells; empty texts if it does not. No
-- row if that exception has expired.
--   members  ids to read for the issue, from sourceIssueIds
--   atNs     Unix nanoseconds of the first exception
--   limit    1
SELECT
  ServiceName AS service,
  Release AS release,
  IsBrowser AS isBrowser,
  ResourceAttributes['vcs.ref.head.revision'] AS revision,
  ResourceAttributes['vcs.ref.head.name'] AS branch,
  ResourceAttributes['vcs.repository.url.full'] AS repository
FROM exceptions
WHERE toStartOfFiveMinutes(Timestamp) = toStartOfFiveMinutes(fromUnixTimestamp64Nano({atNs:Int64}))
  AND Timestamp = fromUnixTimestamp64Nano({atNs:Int64})
  AND Issue IN {members:Array(String)}
ORDER BY revision DESC, IsBrowser, Source, Id
LIMIT {limit:UInt32}
