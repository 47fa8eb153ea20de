-- One row per service and release: when it was first and last seen, the previous release of the service, and
-- whether browsers alone sent it. Newest
-- first, then by service and release.
--   release               '' for every one
--   service, environment  '' for every one
--   hidden                services to leave out
--   limit                 1 to 1000
SELECT
  service,
  release,
  toString(toUnixTimestamp64Nano(first)) AS firstSeenNs,
  toString(toUnixTimestamp64Nano(last)) AS lastSeenNs,
  previous,
  isBrowser,
  toString(toUnixTimestamp64Nano(previousFirst)) AS previousFirstSeenNs
FROM (
  SELECT
    ServiceName::String AS service, Release AS release, min(FirstSeen) AS first, max(LastSeen) AS last,
    min(IsBrowser) AS isBrowser,
    lagInFrame(Release, 1, '') OVER byTime AS previous,
    lagInFrame(min(FirstSeen), 1, min(FirstSeen)) OVER byTime AS previousFirst
  FROM service_activity
  WHERE BucketMinutes = 1440 AND Release != '' AND ({service:String} = '' OR ServiceName = {service:String})
    AND ServiceName NOT IN {hidden:Array(String)}
    AND ({environment:String} = '' OR Environment = {environment:String})
  GROUP BY ServiceName, Release
  WINDOW byTime AS (PARTITION BY ServiceName
    ORDER BY min(FirstSeen), Release ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
)
WHERE {release:String} = '' OR release = {release:String}
ORDER BY first DESC, service, release
LIMIT {limit:UInt32}
