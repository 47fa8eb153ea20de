-- One row per service and release: when it was first and last seen, when it began, by a deploy or before by what was
-- seen, the previous release of the service, and whether browsers alone sent it. That which began last first, then by
-- service and release.
--   release               '' for every one
--   service, environment  '' for every one
--   hidden                services to leave out
--   limit                 1 to 1000
SELECT
  service,
  release,
  toString(toUnixTimestamp64Nano(first)) AS firstSeenNs,
  toString(toUnixTimestamp64Nano(last)) AS lastSeenNs,
  toString(toUnixTimestamp64Nano(began)) AS beganNs,
  previous,
  isBrowser,
  toString(toUnixTimestamp64Nano(previousBegan)) AS previousBeganNs
FROM (
  SELECT service, release, first, last, isBrowser, least(first, ifNull(deployed, first)) AS began,
    lagInFrame(release, 1, '') OVER byTime AS previous,
    lagInFrame(began, 1, began) OVER byTime AS previousBegan
  FROM (
    SELECT ServiceName::String AS service, Release AS release, min(FirstSeen) AS first, max(LastSeen) AS last,
      min(IsBrowser) AS isBrowser
    FROM service_activity
    WHERE BucketMinutes = 1440 AND Release != '' AND ({service:String} = '' OR ServiceName = {service:String})
      AND ServiceName NOT IN {hidden:Array(String)}
      AND ({environment:String} = '' OR Environment = {environment:String})
    GROUP BY ServiceName, Release
  ) AS seen LEFT JOIN (
    SELECT ServiceName AS service, Release AS release, toNullable(min(At)) AS deployed
    FROM deploys
    WHERE ({service:String} = '' OR ServiceName = {service:String})
      AND ({environment:String} = '' OR Environment IN ('', {environment:String}))
    GROUP BY ServiceName, Release
  ) AS told USING (service, release)
  WINDOW byTime AS (PARTITION BY service ORDER BY began, release ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
)
WHERE {release:String} = '' OR release = {release:String}
ORDER BY began DESC, service, release
LIMIT {limit:UInt32}
