-- One row per similar issue: its latest exception was thrown by the same in-app function, or its message is similar.
-- Those with both first, then by similarity of the messages, then by issue.
--   members            the issue and those merged into it: left out, as are all in mergedFrom
--   mergedFrom
--   message, function  of the issue; '' if it has none
--   looked             the rows that were seen last, by issue, service and release, which alone are compared
--   limit              1 to 100
-- isPart: there are more rows.
-- Similarity is the share of common 4-grams, so that ids and names in messages do not matter. Short messages are
-- similar by chance.
SELECT issue, service, isBrowser, latest.2 AS type, latest.3 AS message, latest.5 AS function, isThere, distance < 0.35 AS isAlike,
  toString(toUnixTimestamp64Nano(last)) AS lastSeenNs, (SELECT count() FROM issues) > {looked:UInt32} AS isPart
FROM (
  SELECT *, {function:String} != '' AND latest.5 = {function:String} AS isThere,
    if(lengthUTF8(latest.3) >= 8 AND lengthUTF8({message:String}) >= 8,
      ngramDistanceUTF8(latest.3, {message:String}), 1) AS distance
  FROM (
    SELECT Issue AS issue, max((Latest.1, ServiceName::String)).2 AS service, max(Latest) AS latest,
      max(LastSeen) AS last, max(IsBrowser) AS isBrowser
    FROM issues
    WHERE Issue NOT IN {members:Array(String)} AND Issue NOT IN {mergedFrom:Array(String)}
      AND Issue GLOBAL IN (SELECT Issue FROM issues ORDER BY LastSeen DESC, Issue LIMIT {looked:UInt32})
    GROUP BY Issue
  )
)
WHERE isThere OR distance < 0.35
ORDER BY isThere AND distance < 0.35 DESC, distance, issue
LIMIT {limit:UInt32}
