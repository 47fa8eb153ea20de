-- One row per facet and value of the traces that a filter lets pass, each judged by its parts within a day. By facet, the most frequent first.
-- Facet '' is all of them; 'service' (each that has a span in the trace), 'environment', 'release', 'route', 'status', 'failed' ('1');
-- 'cell', where slotNs is given: when the root began, and between which powers of the fourth root of ten its duration lies.
-- oneIn: one in how many was looked at; traces: how many that makes.
--   fromNs, toNs       Unix nanoseconds, half-open: when the root began
--   slotNs             length of a slot of cells; 0 without them
--   most               of which more are thinned
--   values             of each facet
--   facts, route, minDurationNs, maxDurationNs, httpStatus, hidden, environment, release, text, itsRoute, itsFailed, service  as in list-trace-ids
--   limit              1 to 100000
-- Lines from `-- if` to `-- end` are there where such a filter is: `narrowed` where any.
WITH rooted AS (
  SELECT TraceId FROM trace_summary
  WHERE Bucket >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({fromNs:Int64})) AND Bucket < fromUnixTimestamp64Nano({toNs:Int64})
    AND Root.Start >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Root.Start < fromUnixTimestamp64Nano({toNs:Int64})
    AND Root.Rank < 255 AND Root.Service NOT IN {hidden:Array(String)}
    -- if deployed
    AND (TraceId, Root.Start) GLOBAL IN (
      SELECT TraceId, Timestamp FROM transactions
      WHERE Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
        AND ({environment:String} = '' OR Environment = {environment:String}) AND ({release:String} = '' OR Release = {release:String}))
    -- end
    -- if its
    AND TraceId GLOBAL IN (
      SELECT TraceId FROM transactions
      WHERE Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) - INTERVAL 1 HOUR AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64}) + INTERVAL 1 HOUR
        AND ({service:String} = '' OR ServiceName = {service:String}) AND ({itsRoute:String} = '' OR Route = {itsRoute:String})
        AND ({itsFailed:UInt8} = 0 OR Failed = 1))
    -- end
    AND ({route:String} = '' OR Root.Route = {route:String})
    AND Root.Duration >= {minDurationNs:UInt64} AND ({maxDurationNs:UInt64} = 0 OR Root.Duration < {maxDurationNs:UInt64})
    AND ({httpStatus:UInt32} = 0 OR Root.Status = {httpStatus:UInt32})
    AND ({text:String} = '' OR positionCaseInsensitiveUTF8(Root.Name, {text:String}) > 0
      OR positionCaseInsensitiveUTF8(Root.Route, {text:String}) > 0 OR TraceId = lower({text:String}))
),
candidates AS (
  SELECT TraceId FROM rooted
  -- if facts
  WHERE sipHash64(TraceId) GLOBAL IN (
    SELECT Trace FROM trace_facts WHERE Fact IN {facts:Array(String)} AND Trace GLOBAL IN (SELECT sipHash64(TraceId) FROM rooted)
    GROUP BY Trace HAVING uniqExact(Fact) = length({facts:Array(String)}))
  -- end
),
(SELECT greatest(1, intDiv(uniq(TraceId), {most:UInt32}) + (uniq(TraceId) > {most:UInt32})) FROM candidates) AS thin,
whole AS (
  SELECT TraceId, min(Root) AS root, groupUniqArrayArray(Services) AS services, max(Failed) AS failed FROM trace_summary
  WHERE Bucket >= fromUnixTimestamp64Nano({fromNs:Int64}) - INTERVAL 1 DAY AND Bucket < fromUnixTimestamp64Nano({toNs:Int64}) + INTERVAL 1 DAY AND sipHash64(TraceId) % thin = 0
    -- if narrowed
    AND TraceId GLOBAL IN (SELECT TraceId FROM candidates WHERE sipHash64(TraceId) % thin = 0)
    -- end
  GROUP BY TraceId
  HAVING root.Rank < 255 AND root.Start >= fromUnixTimestamp64Nano({fromNs:Int64}) AND root.Start < fromUnixTimestamp64Nano({toNs:Int64})
    AND root.Service NOT IN {hidden:Array(String)} AND ({route:String} = '' OR root.Route = {route:String})
    AND root.Duration >= {minDurationNs:UInt64} AND ({maxDurationNs:UInt64} = 0 OR root.Duration < {maxDurationNs:UInt64})
    AND ({httpStatus:UInt32} = 0 OR root.Status = {httpStatus:UInt32})
    AND ({text:String} = '' OR positionCaseInsensitiveUTF8(root.Name, {text:String}) > 0
      OR positionCaseInsensitiveUTF8(root.Route, {text:String}) > 0 OR TraceId = lower({text:String}))
),
named AS (
  SELECT TraceId, Timestamp, max(Environment) AS environment, max(Release) AS release FROM transactions
  WHERE Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64}) AND sipHash64(TraceId) % thin = 0
    AND ({environment:String} = '' OR Environment = {environment:String}) AND ({release:String} = '' OR Release = {release:String})
  GROUP BY TraceId, Timestamp
)
SELECT facet, value, toString(traces) AS count, toString(thinned) AS oneIn
FROM (
  SELECT pair.1 AS facet, pair.2 AS value, count() * thin AS traces, thin AS thinned
  FROM (
    SELECT arrayJoin(arrayConcat(
      [('', ''), ('environment', environment), ('release', release), ('route', root.Route), ('status', toString(root.Status))],
      if(failed = 1, [('failed', '1')], []), arrayMap(service -> ('service', service), services),
      if({slotNs:Int64} = 0, [], [('cell', concat(toString(intDiv(toUnixTimestamp64Nano(root.Start), {slotNs:Int64})), ' ',
        toString(floor(4 * log10(greatest(root.Duration, 1))))))]))) AS pair
    FROM whole GLOBAL LEFT JOIN named ON whole.TraceId = named.TraceId AND whole.root.Start = named.Timestamp
    WHERE ({environment:String} = '' AND {release:String} = '') OR named.TraceId != ''
  )
  GROUP BY pair ORDER BY facet, traces DESC, value LIMIT {values:UInt32} BY if(facet = 'cell', value, facet)
)
ORDER BY facet, traces DESC, value
LIMIT {limit:UInt32}
