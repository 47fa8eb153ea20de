-- One row per browser with sessions in a release or the previous one: how many, and how many of them had an unhandled
-- exception or a failed page. Most sessions of the release first, then by browser (user_agent.original).
--   release
--   services, previous  at the same positions: a service and its previous release, '' for none
--   sinceNs, lastNs     when the earlier of them was first seen, and the later last, by service: Unix nanoseconds
--   environment         '' for every one
--   limit               1 to 1000
WITH
  fromUnixTimestamp64Nano(arrayMin({sinceNs:Array(Int64)})) AS since,
  fromUnixTimestamp64Nano(arrayMax({lastNs:Array(Int64)})) + toIntervalDay(1) AS until,
  arrayConcat(arrayMap(service -> (service, {release:String}), {services:Array(String)}),
    arrayFilter(pair -> pair.2 != '', arrayZip({services:Array(String)}, {previous:Array(String)}))) AS pairs
SELECT browser,
  toString(uniqIf(session, isNow)) AS sessions, toString(uniqIf(session, isNow AND isCrash)) AS crashed,
  toString(uniqIf(session, NOT isNow)) AS sessionsBefore,
  toString(uniqIf(session, NOT isNow AND isCrash)) AS crashedBefore
FROM (
  SELECT Browser::String AS browser, SessionId AS session, Release = {release:String} AS isNow,
    Failed AND IsRoot AS isCrash
  FROM session_steps
  WHERE Browser != '' AND Timestamp >= since AND Timestamp < until
    AND has(pairs, (ServiceName::String, Release::String))
    AND ({environment:String} = '' OR Environment = {environment:String})
  UNION ALL
  SELECT
    left({{browser}}, 512) AS agent, SessionId, Release = {release:String}, {{unhandled}}
  FROM exceptions
  WHERE SessionId != '' AND agent != '' AND Timestamp >= since AND Timestamp < until
    AND has(pairs, (ServiceName::String, Release::String))
    AND ({environment:String} = '' OR Environment = {environment:String})
)
GROUP BY browser
ORDER BY uniqIf(session, isNow) DESC, browser
LIMIT {limit:UInt32}
