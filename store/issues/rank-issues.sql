-- One row per issue on a page of a tab, in the requested order (impact: those that stopped last; then by events), then
-- by issue; plus the first row of the tab and of the rest, which have the counts of the tabs.
--   endsNow               1 for all issues last seen since fromNs, without counts: for 'last' and 'first', in all
--                         environments
--   fromNs                Unix nanoseconds
--   service, environment, release, hidden  '' for every one; services to leave out
--   side                  'browser' or 'server', by who sent it; '' for both
--   found, named          1 if only named issues count; their ids
--   muted, resolved, mine issues with these states; the rest are open
--   owner, ofOwner        '' for any owner or none, else an owner and their issues
--   tab                   open, mine, muted, resolved or all
--   sort                  impact, events, sessions, users, first or last: most or newest first. Impact: users, or
--                         sessions where no user is named, or the square root of events where neither is, times (events
--                         + 10) / (events before + 10), from 1 to 10; in thousandths. An issue stopped as
--                         `seemsStopped` says
--   stopEvents, minQuietNs  the least events expected since an issue was last seen, and the least time, for it to have
--                           stopped
--   newSinceNs, endNs     Unix nanoseconds: for impact, an issue first seen since then had no events before; now, or
--                         the end of the range
--   afterNs, afterIssue   for 'first': only issues after this time and, at it, this issue; '' for all
--   offset, pageSize, limit  rows of the previous pages; 1 to 500; pageSize + 2
-- Code inserts stored and single (insert-expressions.ts): the stored buckets and the single rows of the range, and for
-- impact of the time before.
SELECT issue, isIn, toString(rank) AS place,
  toString(toUnixTimestamp64Nano(first)) AS firstSeenNs, toString(toUnixTimestamp64Nano(last)) AS lastSeenNs,
  toString(events) AS events, toString(sessions) AS sessions, toString(users) AS users,
  toString(openCount) AS openCount, toString(mineCount) AS mineCount, toString(mutedCount) AS mutedCount,
  toString(resolvedCount) AS resolvedCount, toString(allCount) AS allCount
FROM (
  SELECT *, row_number() OVER (PARTITION BY isIn ORDER BY hasStopped, sortBy DESC,
      if({sort:String} = 'first', 0, events) DESC, issue) AS rank,
    countIf(status = 'open') OVER () AS openCount, countIf(isMine) OVER () AS mineCount,
    countIf(status = 'muted') OVER () AS mutedCount, countIf(status = 'resolved') OVER () AS resolvedCount,
    count() OVER () AS allCount
  FROM (
    SELECT *,
      multiIf(issue IN {resolved:Array(String)}, 'resolved', issue IN {muted:Array(String)}, 'muted', 'open') AS status,
      issue IN {mine:Array(String)} AS isMine,
      multiIf({tab:String} = 'all', true, {tab:String} = 'mine', isMine, status = {tab:String})
        AND ({afterIssue:String} = '' OR toUnixTimestamp64Nano(first) < {afterNs:Int64}
          OR toUnixTimestamp64Nano(first) = {afterNs:Int64} AND issue > {afterIssue:String}) AS isIn,
      {endNs:Int64} - toUnixTimestamp64Nano(last) AS quietNs,
      {sort:String} = 'impact' AND quietNs >= {minQuietNs:Int64}
        AND (2 * quietNs > {endNs:Int64} - {fromNs:Int64}
          OR quietNs * toFloat64(events - 1)
            >= {stopEvents:Int64}
              * greatest(toUnixTimestamp64Nano(last) - greatest(toUnixTimestamp64Nano(first), {fromNs:Int64}),
                {minQuietNs:Int64})) AS hasStopped,
      if(first >= fromUnixTimestamp64Nano({newSinceNs:Int64}), 0, eventsBefore) + 10 AS usual,
      multiIf({sort:String} = 'last', toUnixTimestamp64Nano(last),
        {sort:String} = 'first', toUnixTimestamp64Nano(first), {sort:String} = 'sessions', sessions,
        {sort:String} = 'users', users, {sort:String} = 'events', events,
        intDiv(affected * greatest(usual, least(events + 10, 10 * usual)), usual)) AS sortBy
    FROM (
      SELECT issue, true AS isCounted,
        toInt64(uniqMergeIf(Sessions, NOT isBefore)) AS sessions, toInt64(uniqMergeIf(Users, NOT isBefore)) AS users,
        toInt64(uniqMergeIf(LogIds, NOT isBefore))
          + greatest(toInt64(uniqMergeIf(DedupeKeys, NOT isBefore))
            - toInt64(uniqMergeIf(LogDedupeKeys, NOT isBefore)), 0) AS events,
        toInt64(uniqMergeIf(LogIds, isBefore))
          + greatest(toInt64(uniqMergeIf(DedupeKeys, isBefore))
            - toInt64(uniqMergeIf(LogDedupeKeys, isBefore)), 0) AS eventsBefore,
        toInt64(1000 * multiIf(users > 0, users, sessions > 0, sessions, sqrt(events))) AS affected
      FROM (
        SELECT transform(Issue::String, {mergedFrom:Array(String)}, {mergedTo:Array(String)}) AS issue,
          Bucket < fromUnixTimestamp64Nano({fromNs:Int64}) AS isBefore, LogIds, DedupeKeys, LogDedupeKeys,
          Sessions, Users
        FROM issue_activity
        WHERE {endsNow:UInt8} = 0
          AND ({{stored: BucketMinutes = 5}})
          AND ({service:String} = '' OR ServiceName = {service:String}) AND ServiceName NOT IN {hidden:Array(String)}
          AND ({environment:String} = '' OR Environment = {environment:String})
          AND ({release:String} = '' OR Release = {release:String})
          AND ({side:String} = '' OR IsBrowser = ({side:String} = 'browser'))
        UNION ALL
        SELECT transform(Issue::String, {mergedFrom:Array(String)}, {mergedTo:Array(String)}) AS issue,
          Timestamp < fromUnixTimestamp64Nano({fromNs:Int64}) AS isBefore,
          uniqStateIf(Id, Source = 'log'), uniqState(DedupeKey), uniqStateIf(DedupeKey, Source = 'log'),
          uniqStateIf(sipHash64(SessionId), SessionId != ''),
          uniqStateIf(sipHash64({{user}} AS user), user != '')
        FROM exceptions
        WHERE {endsNow:UInt8} = 0
          AND ({{single: 0}})
          AND ({service:String} = '' OR ServiceName = {service:String}) AND ServiceName NOT IN {hidden:Array(String)}
          AND ({environment:String} = '' OR Environment = {environment:String})
          AND ({release:String} = '' OR Release = {release:String})
          AND ({side:String} = '' OR IsBrowser = ({side:String} = 'browser'))
        GROUP BY issue, isBefore
      ) GROUP BY issue
      HAVING countIf(NOT isBefore) > 0
    ) AS counted
    RIGHT JOIN (
      SELECT issue, min(FirstSeen) AS first, max(LastSeen) AS last,
        maxIf(LastSeen, isAsked) >= fromUnixTimestamp64Nano({fromNs:Int64}) AS isRecent
      FROM (
        SELECT transform(Issue::String, {mergedFrom:Array(String)}, {mergedTo:Array(String)}) AS issue,
          FirstSeen, LastSeen,
          ({service:String} = '' OR ServiceName = {service:String}) AND ServiceName NOT IN {hidden:Array(String)}
            AND ({release:String} = '' OR Release = {release:String})
            AND ({side:String} = '' OR IsBrowser = ({side:String} = 'browser')) AS isAsked
        FROM issues
        -- What was last seen before the range has no exception in it, but may be merged with what has.
        WHERE Issue GLOBAL IN (SELECT Issue FROM issues WHERE LastSeen >= fromUnixTimestamp64Nano({fromNs:Int64}))
          OR Issue IN {mergedFrom:Array(String)} OR Issue IN {mergedTo:Array(String)}
      ) GROUP BY issue
    ) AS seen USING (issue)
    WHERE if({endsNow:UInt8} = 1, isRecent, isCounted)
      AND ({owner:String} = '' OR issue IN {ofOwner:Array(String)})
      AND ({found:UInt8} = 0 OR issue IN {named:Array(String)})
  )
)
WHERE isIn AND rank > {offset:UInt32} AND rank <= {offset:UInt32} + {pageSize:UInt32} OR rank = 1
ORDER BY isIn DESC, rank
LIMIT {limit:UInt32}
