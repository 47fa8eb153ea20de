-- One row per log record of six services, at equal distances.
--   logs    how many
--   stepNs  the distance, nanoseconds
--   endNs   the time of the newest, Unix nanoseconds
INSERT INTO otel_logs (Timestamp, TraceId, SpanId, SeverityText, SeverityNumber, ServiceName, Body, ResourceAttributes,
  ScopeName, LogAttributes)
WITH
  sipHash64(number, 'log') AS random,
  multiIf(random % 100 < 2, 17, random % 100 < 7, 13, random % 100 < 80, 9, 5) AS severity,
  ['shop', 'checkout', 'inventory', 'payments', 'mail', 'search'][number % 6 + 1] AS service
SELECT
  fromUnixTimestamp64Nano({endNs:Int64} - toInt64(number) * {stepNs:Int64}) AS Timestamp,
  if(number % 3 = 0, '', lower(hex(sipHash128(intDiv(number, 4), 'trace of logs')))) AS TraceId,
  if(TraceId = '', '', substring(lower(hex(sipHash128(number, 'span'))), 1, 16)) AS SpanId,
  ['DEBUG', 'INFO', 'WARN', 'ERROR'][intDiv(severity, 4)] AS SeverityText,
  severity AS SeverityNumber,
  service AS ServiceName,
  [
    concat('order ', toString(random % 1000000), ' accepted for customer ', toString(random % 40000)),
    concat('request completed in ', toString(random % 900), ' ms with status 200'),
    concat('cache refreshed: ', toString(random % 5000), ' keys, none expired'),
    concat('connection to replica ', toString(random % 8), ' timed out after ', toString(random % 3000), ' ms'),
    concat('job ', lower(hex(random)), ' finished')
  ][multiIf(severity >= 13, 4, random % 3 + 1)] AS Body,
  map(
    'service.name', service,
    'service.version', concat('2.', toString(number % 4), '.0'),
    'deployment.environment.name', 'production',
    'host.name', concat('host-', toString(random % 12)),
    'telemetry.sdk.language', 'nodejs'
  ) AS ResourceAttributes,
  concat(service, '.logger') AS ScopeName,
  map(
    'thread.id', toString(random % 8),
    'code.function.name', concat('step', toString(random % 40)),
    'url.path', concat('/api/', service, '/', toString(random % 5000)),
    'http.request.method', if(random % 5 = 0, 'POST', 'GET'),
    'request.id', lower(hex(sipHash64(number, 'request')))
  ) AS LogAttributes
FROM numbers({logs:UInt64})
SETTINGS max_insert_block_size = 100000, max_execution_time = 0
