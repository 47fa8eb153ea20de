-- Eight rows per trace: a visit of one page, with two servers and a browser. One browser of 200 has a clock that is
-- three hours slow. One trace of 20,000 has a span of a service, and one of 10,000 a route and a slow root, that no
-- other has. Derived only from the number of the trace, so that a repeated batch counts once.
--   firstTrace, traces  range of traces
--   startNs, stepNs     start of the first trace, and the distance between traces; Unix nanoseconds
INSERT INTO otel_traces (Timestamp, TraceId, SpanId, ParentSpanId, SpanName, SpanKind, ServiceName,
  ResourceAttributes, ScopeName,
  ScopeVersion, SpanAttributes, Duration, StatusCode)
WITH
  intDiv(number, 8) AS trace,
  number % 8 AS i,
  x -> substring(lower(hex(sipHash128(trace, x))), 1, 16) AS idOf,
  trace % 5 < 2 AS fails,
  trace % 60 AS page,
  trace % 10000 = 77 AS rare,
  if(rare, '/shop/gift-cards/:card', concat('/shop/category-', toString(page), '/:product')) AS route,
  [0, 0, 0, 2, 0, 0, 5, 2][i + 1] AS parent,
  ['shop', 'shop', 'shop', 'shop', 'shop', 'shop-browser', 'shop-browser',
    if(trace % 20000 = 4011, 'warehouse', 'checkout')][i + 1] AS service,
  if(trace % 200 = 11 AND service = 'shop-browser', 10800000000000, 0) AS slowClockNs,
  multiIf(i < 5, idOf(0), i < 7, idOf(5), idOf(7)) AS root,
  if(i < 5 AND fails, '500', '200') AS status,
  map(
    'errata.transaction.id', root,
    'errata.transaction.route', if(i = 7, '/api/orders/:id', route),
    'errata.transaction.status_code', status,
    'url.path', concat('/shop/category-', toString(page), '/', toString(sipHash64(trace) % 5000)),
    'url.scheme', 'https',
    'server.address', 'shop.example.com',
    'network.protocol.version', '1.1',
    'thread.id', toString(trace % 8)
  ) AS always
SELECT
  fromUnixTimestamp64Nano({startNs:Int64} + toInt64(trace) * {stepNs:Int64} + toInt64(i) * 2500000 - slowClockNs)
    AS Timestamp,
  lower(hex(sipHash128(trace))) AS TraceId,
  idOf(i) AS SpanId,
  if(i = 0, '', idOf(parent)) AS ParentSpanId,
  [concat('GET ', route), 'middleware readUser', concat('loader ', route), 'SELECT shop.products',
    'render', 'page load',
    concat('GET ', route), 'GET /api/orders/:id'][i + 1] AS SpanName,
  ['Server', 'Internal', 'Internal', 'Client', 'Internal', 'Internal', 'Client', 'Server'][i + 1] AS SpanKind,
  service AS ServiceName,
  map(
    'service.name', service,
    'service.version', concat('2.', toString(intDiv(trace, 200000)), '.0'),
    'deployment.environment.name', 'production',
    'host.name', concat('host-', toString(trace % 12)),
    'os.type', 'linux',
    'telemetry.sdk.language', if(i IN (5, 6), 'webjs', 'nodejs'),
    'telemetry.sdk.name', 'opentelemetry',
    'telemetry.sdk.version', '2.12.0'
  ) AS ResourceAttributes,
  '@errata/otel' AS ScopeName,
  '0.1.0' AS ScopeVersion,
  multiIf(
    i IN (0, 7),
    mapConcat(always, map('http.request.method', 'GET', 'http.route', route, 'http.response.status_code', status,
      'user_agent.original', concat('Mozilla/5.0 (X11; Linux x86_64) Firefox/', toString(100 + trace % 50)))),
    i = 3, mapConcat(always, map('db.system.name', 'postgresql', 'db.namespace', 'shop',
      'db.query.text', 'SELECT id, name, price FROM products WHERE category = $1 ORDER BY name LIMIT 40')),
    i IN (5, 6), mapConcat(always, map('session.id', lower(hex(sipHash128('session', intDiv(trace, 6)))),
      'user.id', concat('user-', toString(intDiv(trace, 60))),
      'browser.language', 'en', 'http.request.method', 'GET')),
    always
  ) AS SpanAttributes,
  if(rare AND i = 0, 8000000000, 1000000 + sipHash64(trace, i, 'duration') % 80000000) AS Duration,
  if(fails AND i IN (0, 2), 'Error', 'Unset') AS StatusCode
FROM numbers({firstTrace:UInt64} * 8, {traces:UInt64} * 8)
