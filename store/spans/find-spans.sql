-- One row per delivery of a span that matches a search. By start or duration, ascending or descending, then by id.
-- Removing repeated deliveries here would read all columns of every match: as it is, ClickHouse reads most of them for
-- the page alone.
-- detail: what it worked on, a database statement, an address or a queue. Of each text at most 300 characters.
--   fromNs, toNs       Unix nanoseconds, half-open: start of the span
--   by                 'start' or 'duration'
--   rising             1 ascending, 0 descending
--   afterNs, afterId   the cursor: nanoseconds of the sort column, and id; '' for the first page
--   hidden             services to leave out
--   limit              1 to 1000
-- Code inserts search (insert-expressions.ts).
WITH
  if({by:String} = 'duration', toInt64(DurationNs), toUnixTimestamp64Nano(Timestamp)) AS value,
  if({rising:UInt8} = 1, value, -value) AS place,
  if({rising:UInt8} = 1, {afterNs:Int64}, -{afterNs:Int64}) AS after,
  -- First in the order of the table's key, so that reading ends once the page is full.
  toStartOfFiveMinutes(Timestamp) AS bucket,
  leftPad(lower(hex(Id)), 16, '0') AS id
SELECT
  id,
  toString(toUnixTimestamp64Nano(Timestamp)) AS startNs,
  toString(DurationNs) AS durationNs,
  TraceId AS traceId,
  SpanId AS spanId,
  ServiceName AS service,
  substringUTF8(SpanName, 1, 300) AS name,
  SpanKind AS kind,
  Failed = 1 AS failed,
  substringUTF8(StatusMessage, 1, 300) AS statusMessage,
  Route AS route,
  HttpStatus AS httpStatus,
  substringUTF8(coalesce(nullIf({{span_db_statement}}, ''), nullIf({{span_url}}, ''), nullIf({{span_path}}, ''),
    {{span_destination}}), 1, 300) AS detail,
  {{span_db_system}} != '' AS isDatabaseCall,
  {{span_original_time}} AS originalTime
FROM otel_traces
-- First what a search leaves few rows of: the times of a window are nearly all within it, and take three times as long
-- to read.
PREWHERE ({{search: 1}})
WHERE toStartOfFiveMinutes(Timestamp) >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({fromNs:Int64}))
  AND Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
  AND ({afterId:String} = '' OR place > after OR (place = after AND id > {afterId:String}))
  AND ServiceName NOT IN {hidden:Array(String)}
ORDER BY if({by:String} = 'start' AND {rising:UInt8} = 1, bucket, toDateTime(0)),
  if({by:String} = 'start', bucket, toDateTime(0)) DESC, place, id
LIMIT {limit:UInt32}
