-- One row per browser service and signal: spans (1) and log records (2). Columns: how many records its pages reported
-- to have created, how many of these are stored, how many the pages dropped, and how many are stored of pages that have
-- not reported (yet). By service.
--   fromNs, toNs  Unix nanoseconds, half-open, compared with the browsers' timestamps
--   most          a page that reports more is not believed
--   direct        scope version of rows that bypassed the Collectors, which no page created
--   limit         1 to 100
-- A page is identified by the span of its load. It reports running totals; its first report in the range tells what was
-- before the range. Totals are compared with stored rows by session.
WITH
  fromUnixTimestamp64Nano({fromNs:Int64}) AS rangeFrom,
  fromUnixTimestamp64Nano({toNs:Int64}) AS rangeTo
SELECT
  service,
  arrayMap(number -> toString(number), sumForEach(created)) AS reported,
  arrayMap(number -> toString(number), sumForEach(came)) AS arrived,
  arrayMap(number -> toString(number), sumForEach(gone)) AS dropped,
  arrayMap(number -> toString(number), sumForEach(other)) AS silent
FROM (
  SELECT
    service, session,
    minIf(if(began >= rangeFrom, began, at), isWord) AS firstAt,
    maxIf(at, isWord) AS lastAt,
    [maxMapIf(map(page, spans), isWord), maxMapIf(map(page, logs), isWord)] AS last,
    [minMapIf(map(page, spans), isWord AND began < rangeFrom),
      minMapIf(map(page, logs), isWord AND began < rangeFrom)] AS first,
    [groupArrayIf(at, isSpan), groupArrayIf(at, NOT isSpan)] AS times,
    [sumIf(count, signal = 'traces'), sumIf(count, signal = 'logs')] AS given,
    arrayMap((l, f) ->
      arraySum((page, number) -> least(toUInt64(number - f[page]), {most:UInt64}), mapKeys(l), mapValues(l)), last,
      first) AS created,
    arrayMap((all, most) -> least(arrayCount(one -> one >= firstAt AND one <= lastAt, all), most), times,
      created) AS came,
    arrayMap((all, most, there) -> least(all, toUInt64(most - there)), given, created, came) AS gone,
    arrayMap((all, there) -> length(all) - there, times, came) AS other
  FROM (
    SELECT
      ServiceName AS service, LogAttributes['session.id'] AS session, Timestamp AS at, SpanId AS page, 0 AS isSpan,
      EventName = 'errata.telemetry.made' AS isWord,
      fromUnixTimestamp64Milli(toInt64(least(toUInt64OrZero(splitByChar('.',
        LogAttributes['errata.telemetry.since'])[1]), 4000000000000))) AS began,
      toUInt64OrZero(LogAttributes['errata.telemetry.traces']) AS spans,
      toUInt64OrZero(LogAttributes['errata.telemetry.logs']) AS logs,
      if(EventName = 'errata.telemetry.dropped', LogAttributes['errata.telemetry.signal'], '') AS signal,
      least(toUInt64OrZero(LogAttributes['errata.telemetry.count']), {most:UInt64}) AS count
    FROM otel_logs FINAL
    WHERE toStartOfFiveMinutes(Timestamp) >= toStartOfFiveMinutes(rangeFrom) AND Timestamp >= rangeFrom
      AND Timestamp < rangeTo
      AND ScopeName = '@errata/otel/browser' AND ScopeVersion != {direct:String}
    UNION ALL
    SELECT ServiceName, SessionId, Timestamp, '', 1, 0, fromUnixTimestamp64Milli(0), 0, 0, '', 0
    FROM otel_traces FINAL
    WHERE toStartOfFiveMinutes(Timestamp) >= toStartOfFiveMinutes(rangeFrom) AND Timestamp >= rangeFrom
      AND Timestamp < rangeTo
      AND ScopeName = '@errata/otel/browser' AND ScopeVersion != {direct:String}
  )
  GROUP BY service, session
)
GROUP BY service
ORDER BY service
LIMIT {limit:UInt32}
