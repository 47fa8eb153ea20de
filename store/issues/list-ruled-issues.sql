-- One row per stored issue that a grouping rule matches, with the position of the first rule that matches its latest
-- exception. By issue.
--   services, types, routes  of each rule, '' for any
--   patterns                 pattern of the messages of each rule
--   afterIssue               only issues behind this one; '' for all
--   limit                    1 to 10000
-- Code inserts conditions (insert-expressions.ts): what fits a rule. Only issues with such a row are grouped, since the
-- latest exception is one of the rows.
SELECT issue, toString(fits) AS position
FROM (
  SELECT Issue AS issue, max((Latest.Seen, Latest.Type, Latest.Message, Latest.Route, ServiceName::String)) AS last,
    arrayFirstIndex((service, type, route, pattern) ->
        (service = '' OR service = last.5) AND (type = '' OR type = last.2) AND (route = '' OR route = last.4)
          AND match(last.3, pattern),
      {services:Array(String)}, {types:Array(String)}, {routes:Array(String)}, {patterns:Array(String)}) AS fits
  FROM issues
  WHERE Issue GLOBAL IN (SELECT Issue FROM issues WHERE ({{conditions: 1}}))
  GROUP BY Issue
)
WHERE fits > 0 AND issue > {afterIssue:String}
ORDER BY issue
LIMIT {limit:UInt32}
