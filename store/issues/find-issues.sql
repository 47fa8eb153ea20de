-- One row per issue whose latest exception has a route and contains a text. By issue.
--   route, text           '' for any; the text is contained in type or message, case-insensitively
--   limit                 1 to 10000
SELECT issue
FROM (
  SELECT transform(Issue::String, {mergedFrom:Array(String)}, {mergedTo:Array(String)}) AS issue,
    (Latest.Seen, Latest.Route, Latest.Type, Latest.Message) AS last
  FROM issues
)
GROUP BY issue
HAVING ({route:String} = '' OR max(last).2 = {route:String})
  AND ({text:String} = '' OR positionCaseInsensitiveUTF8(max(last).3, {text:String}) > 0 OR positionCaseInsensitiveUTF8(max(last).4, {text:String}) > 0)
ORDER BY issue
LIMIT {limit:UInt32}
