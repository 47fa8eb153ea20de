-- One row per web vital, route and what caused it, of the page views of a service whose vital was not good. By vital,
-- then the most views first. vital: 'lcp', 'inp' or 'cls'. target: the element that was largest, acted on or shifted
-- most, '' if unknown. url: of an LCP's resource, else ''. views: page views. routeViews: those of the route and vital.
-- p75: milliseconds or a score. phase: where most of the time went, '' of cls.
--   fromNs, toNs  Unix nanoseconds, half-open
--   service
--   environment, release  '' for every one
--   values        of each vital
--   limit         1 to 1000
SELECT
  vital, route, target, url,
  toString(count() AS slow) AS views,
  toString(sum(slow) OVER (PARTITION BY vital, route)) AS routeViews,
  quantileExact(0.75)(value) AS p75,
  arrayReverseSort(part -> (part.2, part.1), arrayZip(phases, sumForEach(times)))[1] AS longest,
  if(longest.2 > 0, longest.1, '') AS phase
FROM (
  SELECT
    LogAttributes['browser.web_vital.name'] AS vital,
    LogAttributes['errata.transaction.route'] AS route,
    toFloat64OrZero(LogAttributes['browser.web_vital.value']) AS value,
    LogAttributes[transform(vital, ['lcp', 'inp', 'cls'],
      ['errata.web_vital.target', 'errata.web_vital.interaction_target', 'errata.web_vital.largest_shift_target'],
      '')] AS target,
    if(vital = 'lcp', LogAttributes['errata.web_vital.url'], '') AS url,
    multiIf(
      vital = 'lcp', ['time_to_first_byte', 'resource_load_delay', 'resource_load_duration', 'element_render_delay'],
      vital = 'inp', ['input_delay', 'processing_duration', 'presentation_delay', ''], ['', '', '', '']) AS phases,
    arrayMap(name -> toFloat64OrZero(LogAttributes[concat('errata.web_vital.', name)]), phases) AS times
  FROM otel_logs
  WHERE toStartOfFiveMinutes(Timestamp) >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({fromNs:Int64}))
    AND Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
    AND ServiceName = {service:String}
    AND value > transform(LogAttributes['browser.web_vital.name'], ['lcp', 'inp', 'cls'], [2500., 200., 0.1], 1e18)
    AND ({environment:String} = '' OR {{environment}} = {environment:String})
    AND ({release:String} = '' OR {{release}} = {release:String})
  LIMIT 1 BY Timestamp, Id
)
GROUP BY vital, route, target, url, phases
ORDER BY vital, slow DESC, route, target, url
LIMIT {values:UInt32} BY vital
LIMIT {limit:UInt32}
