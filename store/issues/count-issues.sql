-- One row per issue and requested part: its exceptions, and the affected sessions and users. By issue, then by part and
-- key. Part: 'range', 'before', 'all', 'bucket' (key: its start), 'hour' (key: its start) and 'release' (key: the
-- release, of the range). Times are Unix nanoseconds.
--   bucketsFromNs, bucketsToNs, stepNs  whole buckets; equal for none
--   bucketMinutes           length of the stored buckets to read: 5, 60 or 1440
--   hours                 Unix seconds, starts of hours
--   byRelease             1 to count the range by release
--   members               ids to read for the issues, from sourceIssueIds
--   service, environment, release, hidden  '' for every one; services to leave out
--   side                  'browser' or 'server', by the name of the service; '' for both
--   limit                 1 to 200000
-- Code inserts range, before and all (insert-expressions.ts): the stored buckets of the range, of the previous period
-- and of all time.
SELECT issue, part.1 AS kind, part.2 AS key,
  toString(toInt64(uniqMerge(LogIds)) + greatest(toInt64(uniqMerge(DedupeKeys)) - toInt64(uniqMerge(LogDedupeKeys)),
    0)) AS events,
  toString(uniqMerge(Sessions)) AS sessions, toString(uniqMerge(Users)) AS users
FROM (
  SELECT transform(Issue::String, {mergedFrom:Array(String)}, {mergedTo:Array(String)}) AS issue,
    toUnixTimestamp(Bucket) * 1000000000 AS startNs, Release, LogIds, DedupeKeys, LogDedupeKeys, Sessions, Users,
    (/* range */ BucketMinutes = 1440) AS inRange,
    (/* before */ 0) AS isBefore,
    (/* all */ 0) AS inAll,
    BucketMinutes = {bucketMinutes:UInt16} AND Bucket >= fromUnixTimestamp64Nano({bucketsFromNs:Int64})
      AND Bucket < fromUnixTimestamp64Nano({bucketsToNs:Int64})
      AS inBucket,
    BucketMinutes = 60 AND Bucket IN (arrayMap(seconds -> fromUnixTimestamp(seconds), {hours:Array(Int64)})) AS inHour
  FROM issue_activity
  WHERE Issue IN {members:Array(String)} AND (inRange OR isBefore OR inAll OR inBucket OR inHour)
    AND ({service:String} = '' OR ServiceName = {service:String}) AND ServiceName NOT IN {hidden:Array(String)}
    AND ({environment:String} = '' OR Environment = {environment:String})
    AND ({release:String} = '' OR Release = {release:String})
    AND ({side:String} = '' OR endsWith(ServiceName, 'browser') = ({side:String} = 'browser'))
)
ARRAY JOIN arrayFilter(part -> part.1 != '', [
  (if(inRange, 'range', ''), ''),
  (if(isBefore, 'before', ''), ''),
  (if(inAll, 'all', ''), ''),
  (if(inBucket, 'bucket', ''), toString(intDiv(startNs, {stepNs:Int64}) * {stepNs:Int64})),
  (if(inHour, 'hour', ''), toString(startNs)),
  (if(inRange AND {byRelease:UInt8} = 1, 'release', ''), Release::String)
]) AS part
GROUP BY issue, part
ORDER BY issue, kind, key
LIMIT {limit:UInt32}
