-- One row per issue of which an exception matches a search. The latest match first, then by issue.
--   fromNs, toNs          Unix nanoseconds, half-open
--   service, environment, release, hidden  '' for every one; services left out
--   side                  'browser' or 'server', by who sent it; '' for both
--   mergedFrom, mergedTo  issues that were merged, and into which
--   limit                 1 to 100000
-- Code inserts search (insert-expressions.ts). It may use owned and owners, as list-issue-facets has them.
SELECT transform(Issue::String, {mergedFrom:Array(String)}, {mergedTo:Array(String)}) AS issue
FROM exceptions
WHERE Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
  AND ({service:String} = '' OR ServiceName = {service:String})
  AND ServiceName NOT IN {hidden:Array(String)}
  AND ({environment:String} = '' OR Environment = {environment:String})
  AND ({release:String} = '' OR Release = {release:String})
  AND ({side:String} = '' OR IsBrowser = ({side:String} = 'browser'))
  AND ({{search: 1}})
GROUP BY issue
ORDER BY max(Timestamp) DESC, issue
LIMIT {limit:UInt32}
