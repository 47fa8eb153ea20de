-- One row per facet and value, with the number of issues of a tab that have exceptions in a range. By facet, most
-- first. Facet '' is all of them; 'service', 'environment', 'release', 'side' ('browser' or 'server'), 'route' (of the
-- latest exception), 'owner'. oneIn is 1, because all are read.
--   owned, owners  issues with an owner, and the owners, at the same positions
--   values         values of each facet
--   limit          1 to 1000
--   others         as in rank-issues
-- Code inserts stored and single (insert-expressions.ts): the stored buckets and the single rows of a range.
SELECT facet, value, toString(uniqExact(issue)) AS count, '1' AS oneIn
FROM (
  SELECT issue, pair.1 AS facet, pair.2 AS value
  FROM (
    SELECT issue,
      arrayJoin([('', ''), ('service', ServiceName::String), ('environment', Environment::String),
        ('release', Release::String), ('side', if(IsBrowser, 'browser', 'server')), ('route', Route),
        ('owner',
          if(has({owned:Array(String)}, issue),
            {owners:Array(String)}[indexOf({owned:Array(String)}, issue)], ''))]) AS pair
    FROM (
      SELECT
        transform(Issue::String, {mergedFrom:Array(String)}, {mergedTo:Array(String)}) AS issue,
        ServiceName, Environment, Release, IsBrowser
      FROM issue_activity
      WHERE ({{stored: BucketMinutes = 5}})
        AND ({service:String} = '' OR ServiceName = {service:String})
        AND ServiceName NOT IN {hidden:Array(String)}
        AND ({environment:String} = '' OR Environment = {environment:String})
        AND ({release:String} = '' OR Release = {release:String})
        AND ({side:String} = '' OR IsBrowser = ({side:String} = 'browser'))
      UNION DISTINCT
      SELECT transform(Issue::String, {mergedFrom:Array(String)}, {mergedTo:Array(String)}) AS issue,
        ServiceName, Environment, Release, IsBrowser
      FROM exceptions
      WHERE ({{single: 0}})
        AND ({service:String} = '' OR ServiceName = {service:String})
        AND ServiceName NOT IN {hidden:Array(String)}
        AND ({environment:String} = '' OR Environment = {environment:String})
        AND ({release:String} = '' OR Release = {release:String})
        AND ({side:String} = '' OR IsBrowser = ({side:String} = 'browser'))
    ) AS counted
    LEFT JOIN (
      SELECT issue, max(last).2 AS Route
      FROM (
        SELECT transform(Issue::String, {mergedFrom:Array(String)}, {mergedTo:Array(String)}) AS issue,
          (Latest.Seen, Latest.Route) AS last
        FROM issues
        -- The latest exception of an issue of the range came since the range began.
        WHERE LastSeen >= fromUnixTimestamp64Nano({fromNs:Int64})
      )
      GROUP BY issue
    ) AS summary USING (issue)
    WHERE {found:UInt8} = 0 OR issue IN {named:Array(String)}
  )
)
WHERE multiIf({tab:String} = 'all', true, {tab:String} = 'mine', issue IN {mine:Array(String)},
    multiIf(issue IN {resolved:Array(String)}, 'resolved', issue IN {muted:Array(String)}, 'muted', 'open')
      = {tab:String})
  AND ({owner:String} = '' OR issue IN {ofOwner:Array(String)})
GROUP BY facet, value
ORDER BY facet, uniqExact(issue) DESC, value
LIMIT {values:UInt32} BY facet
LIMIT {limit:UInt32}
