-- One row per issue and requested part: its exceptions, and the affected sessions and users. By issue, then by part and
-- key. Part: 'range', 'before', 'all', 'bucket' and 'earlier' (key: the start of a bucket, of the range or of the time
-- before, moved onto the range), 'hour' (key: its start) and 'release' (key: the release, of the range).
--   fromNs, shiftNs       Unix nanoseconds: what is earlier is before, and moved by so much
--   stepNs                length of a bucket; 0 for none
--   hours                 Unix seconds, starts of hours
--   byRelease             1 to count the range by release
--   members               ids to read for the issues, from sourceIssueIds
--   service, environment, release, hidden  '' for every one; services to leave out
--   side                  'browser' or 'server', by who sent it; '' for both
--   limit                 1 to 200000
-- Code inserts stored, single and all (insert-expressions.ts): the stored buckets and the single rows of the range and
-- of the time before, and the stored buckets of all time.
SELECT issue, part.1 AS kind, part.2 AS key,
  toString(toInt64(uniqMerge(LogIds)) + greatest(toInt64(uniqMerge(DedupeKeys)) - toInt64(uniqMerge(LogDedupeKeys)),
    0)) AS events,
  toString(uniqMerge(Sessions)) AS sessions, toString(uniqMerge(Users)) AS users
FROM (
  SELECT transform(Issue::String, {mergedFrom:Array(String)}, {mergedTo:Array(String)}) AS issue,
    toUnixTimestamp(Bucket) * 1000000000 AS atNs, Release::String AS release, LogIds, DedupeKeys, LogDedupeKeys,
    Sessions, Users,
    ({{stored: BucketMinutes = 5}}) AS isCounted,
    ({{all: 0}}) AS inAll,
    BucketMinutes = 60 AND has(arrayMap(seconds -> fromUnixTimestamp(seconds), {hours:Array(Int64)}), Bucket) AS inHour
  FROM issue_activity
  WHERE Issue IN {members:Array(String)} AND (isCounted OR inAll OR inHour)
    AND ({service:String} = '' OR ServiceName = {service:String}) AND ServiceName NOT IN {hidden:Array(String)}
    AND ({environment:String} = '' OR Environment = {environment:String})
    AND ({release:String} = '' OR Release = {release:String})
    AND ({side:String} = '' OR IsBrowser = ({side:String} = 'browser'))
  UNION ALL
  SELECT transform(Issue::String, {mergedFrom:Array(String)}, {mergedTo:Array(String)}) AS issue,
    toUnixTimestamp64Nano(Timestamp) AS atNs, Release::String AS release,
    uniqStateIf(Id, Source = 'log'), uniqState(DedupeKey), uniqStateIf(DedupeKey, Source = 'log'),
    uniqStateIf(sipHash64(SessionId), SessionId != ''),
    uniqStateIf(sipHash64({{user}} AS user), user != ''),
    1, 0, 0
  FROM exceptions
  WHERE Issue IN {members:Array(String)} AND ({{single: 0}})
    AND ({service:String} = '' OR ServiceName = {service:String}) AND ServiceName NOT IN {hidden:Array(String)}
    AND ({environment:String} = '' OR Environment = {environment:String})
    AND ({release:String} = '' OR Release = {release:String})
    AND ({side:String} = '' OR IsBrowser = ({side:String} = 'browser'))
  GROUP BY issue, atNs, release
)
ARRAY JOIN arrayFilter(part -> part.1 != '', [
  (multiIf(NOT isCounted, '', atNs >= {fromNs:Int64}, 'range', 'before'), ''),
  (multiIf({stepNs:Int64} = 0 OR NOT isCounted, '', atNs >= {fromNs:Int64}, 'bucket', 'earlier'),
    toString(intDiv(atNs + if(atNs >= {fromNs:Int64}, 0, {shiftNs:Int64}), greatest({stepNs:Int64}, 1)) * {stepNs:Int64})),
  (if(inAll, 'all', ''), ''),
  (if(inHour, 'hour', ''), toString(atNs)),
  (if(isCounted AND atNs >= {fromNs:Int64} AND {byRelease:UInt8} = 1, 'release', ''), release)
]) AS part
GROUP BY issue, part
ORDER BY issue, kind, key
LIMIT {limit:UInt32}
