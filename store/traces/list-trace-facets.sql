-- One row per facet and value of the traces that match a filter, each by its rows within a day. By facet, most frequent
-- first. Facet '' is all of them; 'service' (each that has a span in the trace), 'environment', 'release', 'operation',
-- 'status', 'failed' ('1'); 'duration': how many of durationBounds it reaches; 'lacking': a key that the search negates
-- and that none of the trace's matching spans has; 'cell', if bucketNs is given: start of the root, failed or not and,
-- if banded, band of its duration (powers of the fourth root of ten); 'issue': of the oldest exception, within an hour
-- of the range, of one that failed; 'unnamed': failed without an exception. percentilesNs of '': the 50th, 95th and
-- 99th percentiles of the durations. oneIn: one trace in so many was read; traces: how many that were.
--   fromNs, toNs       Unix nanoseconds, half-open: start of the root
--   bucketNs             length of a bucket of cells; 0 for none
--   banded             1 for cells by duration
--   durationBounds     nanoseconds, ascending
--   narrowed           1 if any filter of rooted is set
--   most               above so many traces a sample is read, one in 4, 16, …
--   facts, operation, httpStatus, hidden, environment, release  as in list-sorted-trace-ids
--   values, limit      values of each facet; rows, 1 to 100000
-- Code inserts duration (trace-duration.ts); bounds and boundsOfSample, which filter by duration, the latter those of
-- level 2 and above; lacking and search (insert-expressions.ts), which is that and the transaction filter.
WITH rooted AS (
  SELECT TraceId, Level FROM trace_parts
  WHERE Bucket >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({fromNs:Int64}))
    AND Bucket < fromUnixTimestamp64Nano({toNs:Int64})
    AND Root.Start >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Root.Start < fromUnixTimestamp64Nano({toNs:Int64})
    AND Root.Rank < 255 AND Root.Service NOT IN {hidden:Array(String)}
    AND ({environment:String} = '' OR Root.Environment = {environment:String})
    AND ({release:String} = '' OR Root.Release = {release:String})
    AND ({operation:String} = '' OR Root.Operation = {operation:String})
    AND ({httpStatus:UInt32} = 0 OR Root.Status = {httpStatus:UInt32})
    AND ({{search: 1}})
),
-- One in sixteen is enough to estimate the number.
(
  SELECT toUInt8(least(6, ceil(log2(greatest(1, 16 * uniq(TraceId) / {most:UInt32})) / 2))) FROM rooted
  WHERE Level >= 2
    AND ({{boundsOfSample: 1}})
    AND (empty({facts:Array(String)}) OR sipHash64(TraceId) GLOBAL IN (
      SELECT Trace FROM trace_index
      WHERE notEmpty({facts:Array(String)}) AND Fact IN {facts:Array(String)}
        AND Trace GLOBAL IN (SELECT sipHash64(TraceId) FROM rooted WHERE notEmpty({facts:Array(String)}) AND Level >= 2)
      GROUP BY Trace HAVING uniqExact(Fact) = length({facts:Array(String)})))
) AS least,
whole AS (
  SELECT TraceId, min(Root) AS root, groupUniqArrayArray(Services) AS services, max(Failed) AS failed,
    ({{duration: 0}}) AS duration FROM trace_parts
  WHERE Level >= least AND Bucket >= fromUnixTimestamp64Nano({fromNs:Int64}) - INTERVAL 1 DAY
    AND Bucket < fromUnixTimestamp64Nano({toNs:Int64}) + INTERVAL 1 DAY
    AND ({{bounds: 1}})
    AND ({narrowed:UInt8} = 0
      OR TraceId GLOBAL IN (SELECT TraceId FROM rooted WHERE {narrowed:UInt8} = 1 AND Level >= least))
    AND (empty({facts:Array(String)}) OR sipHash64(TraceId) GLOBAL IN (
      SELECT Trace FROM trace_index
      WHERE notEmpty({facts:Array(String)}) AND Fact IN {facts:Array(String)}
        AND Trace GLOBAL IN (SELECT sipHash64(TraceId) FROM rooted
          WHERE notEmpty({facts:Array(String)}) AND Level >= least)
      GROUP BY Trace HAVING uniqExact(Fact) = length({facts:Array(String)})))
  GROUP BY TraceId
  HAVING root.Rank < 255 AND root.Start >= fromUnixTimestamp64Nano({fromNs:Int64})
    AND root.Start < fromUnixTimestamp64Nano({toNs:Int64})
    AND root.Service NOT IN {hidden:Array(String)}
    AND ({operation:String} = '' OR root.Operation = {operation:String})
    AND ({httpStatus:UInt32} = 0 OR root.Status = {httpStatus:UInt32})
    AND ({environment:String} = '' OR root.Environment = {environment:String})
    AND ({release:String} = '' OR root.Release = {release:String})
),
began AS (
  SELECT TraceId, argMin(Issue::String, (Timestamp, Id)) AS issue FROM exceptions
  WHERE TraceId != '' AND bitAnd(sipHash64(TraceId), bitShiftLeft(1::UInt64, 2 * least) - 1) = 0
    AND Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) - INTERVAL 1 HOUR
    AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64}) + INTERVAL 1 HOUR
  GROUP BY TraceId
)
SELECT facet, value, toString(traces) AS count, toString(bitShiftLeft(1::UInt64, 2 * least)) AS oneIn,
  arrayMap(ns -> toString(ns), percentiles) AS percentilesNs
FROM (
  SELECT pair.1 AS facet, pair.2 AS value, bitShiftLeft(count(), 2 * least) AS traces,
    quantilesExactIf(0.5, 0.95, 0.99)(duration, pair.1 = '') AS percentiles
  FROM (
    SELECT duration, arrayJoin(arrayConcat(
      [('', ''), ('environment', root.Environment), ('release', root.Release), ('operation', root.Operation),
        ('status', toString(root.Status)),
        ('duration', toString(arrayCount(bound -> bound <= duration, {durationBounds:Array(Int64)})))],
      if(failed = 1, [('failed', '1'), (if(issue = '', 'unnamed', 'issue'), issue)], []),
      arrayMap(service -> ('service', service), services),
      arrayMap(key -> ('lacking', key), ({{lacking: []::Array(String)}})),
      if({bucketNs:Int64} = 0, [],
        [('cell', concat(toString(intDiv(toUnixTimestamp64Nano(root.Start), {bucketNs:Int64})), ' ', toString(failed),
        if({banded:UInt8} = 1, concat(' ', toString(floor(4 * log10(greatest(duration, 1))))), '')))]))) AS pair
    FROM whole LEFT JOIN began USING TraceId
  )
  GROUP BY pair ORDER BY facet, traces DESC, value LIMIT {values:UInt32} BY if(facet = 'cell', value, facet)
)
ORDER BY facet, traces DESC, value
LIMIT {limit:UInt32}
