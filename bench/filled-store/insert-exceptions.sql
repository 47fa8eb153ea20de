-- One row per exception: two of five traces have one, from their loader. Of a thousand digests the most frequent is a
-- tenth of all, and some occur once. Derived only from the number of the exception, so that a repeated batch counts
-- once.
--   firstTrace, traces  range of traces, both divisible by 5
--   digests             number of digests
--   startNs, stepNs     start of the first trace, and the distance between traces; Unix nanoseconds
INSERT INTO otel_logs (Timestamp, TraceId, SpanId, SeverityText, SeverityNumber, ServiceName, Body,
  ResourceAttributes, ScopeName,
  ScopeVersion, LogAttributes, EventName)
WITH
  intDiv(number, 2) * 5 + number % 2 AS trace,
  toUInt64({digests:UInt32} * pow((sipHash64(number, 'digest') % 1000003) / 1000003, 3)) AS frequent,
  if(number % 10000 = 7, 1000000 + number, frequent) AS fault,
  concat('d7', substring(lower(hex(sipHash128('digest', fault))), 1, 8)) AS digest,
  concat('/shop/category-', toString(trace % 60), '/:product') AS route,
  ['TypeError', 'RangeError', 'Error', 'AbortError', 'ValidationError', 'TimeoutError'][fault % 6 + 1] AS type,
  concat('Cannot read the price of order ', toString(number), ' in step ', toString(fault)) AS message,
  concat(type, ': ', message, '\n', arrayStringConcat(arrayMap(
    line -> concat('    at readStep', toString((fault * 31 + line * 7) % 997),
      ' (file:///srv/shop/build/server/chunks/page-',
      substring(lower(hex(sipHash128('chunk', fault, line))), 1, 8), '.js:', toString(fault % 900 + line), ':17)'),
    range(14)), '\n')) AS stack
SELECT
  fromUnixTimestamp64Nano({startNs:Int64} + toInt64(trace) * {stepNs:Int64} + 6000000) AS Timestamp,
  lower(hex(sipHash128(trace))) AS TraceId,
  substring(lower(hex(sipHash128(trace, toUInt64(2)))), 1, 16) AS SpanId,
  'ERROR' AS SeverityText,
  17 AS SeverityNumber,
  'shop' AS ServiceName,
  concat(type, ': ', message) AS Body,
  map(
    'service.name', 'shop',
    'service.version', concat('2.', toString(intDiv(trace, 200000)), '.0'),
    'deployment.environment.name', 'production',
    'host.name', concat('host-', toString(trace % 12)),
    'os.type', 'linux',
    'telemetry.sdk.language', 'nodejs',
    'telemetry.sdk.name', 'opentelemetry',
    'telemetry.sdk.version', '2.12.0'
  ) AS ResourceAttributes,
  '@errata/otel' AS ScopeName,
  '0.1.0' AS ScopeVersion,
  map(
    'log.record.uid', lower(hex(sipHash128('log', number))),
    'errata.error.digest', digest,
    'errata.issue.fingerprint', digest,
    'errata.transaction.id', substring(lower(hex(sipHash128(trace, toUInt64(0)))), 1, 16),
    'errata.transaction.route', route,
    'exception.type', type,
    'exception.message', message,
    'exception.stacktrace', stack,
    'errata.exception.causes',
    '[{"type":"Error","message":"the connection was closed","stacktrace":"Error: the connection was closed"}]'
  ) AS LogAttributes,
  'exception' AS EventName
FROM numbers(intDiv({firstTrace:UInt64}, 5) * 2, intDiv({traces:UInt64}, 5) * 2)
