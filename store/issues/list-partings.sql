-- One row per thing by which the newest exceptions of an issue differ, and of how many of them it holds: words of the message in their order,
-- the route, or the release. By what, then most first.
--   issue                   as the rule of the store makes it
--   partOf        issues that are split; of an exception of theirs the first pattern of partIs that fits names in partTo which issue it counts in
--   fromNs, toNs  Unix nanoseconds, half-open
--   looked        how many exceptions are looked at, newest first
--   limit         1 to 100
WITH newest AS (
  SELECT Release::String AS release, Route::String AS route, left(Message, 4096) AS message,
    arrayStringConcat(arraySlice(extractAll(Normalised, '[\\p{L}\\p{N}]+'), 1, 16), ' ') AS words
  FROM exceptions
  WHERE Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
    AND Issue = {issue:String}
    AND (Issue NOT IN {partOf:Array(String)} OR coalesce(nullIf({partTo:Array(String)}[arrayFirstIndex(is -> match(MatchText, is), {partIs:Array(String)})], ''), transform(Issue::String, {mergedFrom:Array(String)}, {mergedTo:Array(String)})) = {issue:String})
  ORDER BY Timestamp DESC, Id
  LIMIT 1 BY Timestamp, DedupeKey
  LIMIT {looked:UInt32}
)
SELECT by, is, toString(found) AS has, toString(ofAll) AS looked
FROM (
  SELECT by, is, if(by = 'message', arrayCount(text -> match(text, concat('(?s)', replaceAll(is, ' ', '.*'))), messages), n) AS found,
    length(messages) AS ofAll
  FROM (
    SELECT pair.1 AS by, pair.2 AS is, count() AS n, (SELECT groupArray(message) FROM newest) AS messages
    FROM newest
    ARRAY JOIN [('message', words), ('release', release), ('route', route)] AS pair
    WHERE is != ''
    GROUP BY by, is
    ORDER BY n DESC, is
    LIMIT 6 BY by
  )
)
WHERE found < ofAll
ORDER BY by, found DESC, is
LIMIT {limit:UInt32}
