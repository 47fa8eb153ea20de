-- What several tables and views are written with: {{name}} in their files stands for the expression here, or for one of
-- conventions.ts.

-- is_exception: of a log record
LogAttributes['exception.type'] != '' OR LogAttributes['exception.message'] != '';

-- log_id: identity of a log record, as the sender gives it, else by its content; EventName is no part of it, for a
-- Collector that came up while ClickHouse was away leaves it out
if(LogAttributes['log.record.uid'] != '',
  sipHash64(ServiceName, LogAttributes['log.record.uid']),
  sipHash64(ServiceName, Timestamp, TraceId, SpanId, SeverityNumber, Body, mapSort(LogAttributes),
    mapSort(ResourceAttributes)));

-- severity: of a log record, 1 to 24; 0 if it has none. By the text where the number is missing: names of OpenTelemetry,
-- syslog, Java, Python, .NET and glog
if(SeverityNumber != 0, least(SeverityNumber, 24), transform(lower(trimBoth(SeverityText::String)), [
    'finest', 't', 'trace', 'trace1', 'trc', 'v', 'verbose', 'vrb', 'trace2', 'trace3', 'trace4', 'd', 'dbg',
    'debug', 'debug1', 'finer', 'debug2', 'fine', 'config', 'debug3', 'debug4', 'i', 'inf', 'info', 'info1',
    'information', 'informational', 'log', 'info2', 'notice', 'info3', 'info4', 'w', 'warn', 'warn1', 'warning',
    'wrn', 'warn2', 'warn3', 'warn4', 'e', 'err', 'error', 'error1', 'failure', 'severe', 'dpanic', 'error2',
    'alert', 'error3', 'panic', 'error4', 'c', 'crit', 'critical', 'emerg', 'emergency', 'f', 'fatal', 'fatal1',
    'ftl', 'fatal2', 'fatal3', 'fatal4'], [
    1, 1, 1, 1, 1, 1, 1, 1, 2, 3, 4, 5, 5, 5, 5, 5, 6, 6, 7, 7, 8, 9, 9, 9, 9, 9, 9, 9, 10, 10, 11, 12, 13, 13, 13,
    13, 13, 14, 15, 16, 17, 17, 17, 17, 17, 17, 18, 18, 19, 19, 19, 20, 21, 21, 21, 21, 21, 21, 21, 21, 21, 22, 23,
    24], 0))::UInt8;

-- span_duration: nanoseconds; a span that ends before it starts wraps round in the exporter, anything above 7 days is
-- taken for that
if(span.Duration < 604800000000000, span.Duration, 0);

-- is_browser: of any row with the attributes of a resource. The SDK tells its language, and where it does not, the
-- browser is described; of what came through a relay the Collector sets the language.
-- https://opentelemetry.io/docs/specs/semconv/resource/#telemetry-sdk
-- https://opentelemetry.io/docs/specs/semconv/resource/browser/
if(ResourceAttributes['telemetry.sdk.language'] != '', ResourceAttributes['telemetry.sdk.language'] = 'webjs',
  arrayExists(key -> startsWith(key, 'browser.'), mapKeys(ResourceAttributes)));

-- path_without_ids: of a span, with * in place of what looks like an id
replaceRegexpAll(left(coalesce(nullIf({{span_path}}, ''), path({{span_url}})), 1024),
  '/\\d[^/]*|/[^/]*\\d{3}[^/]*|/[0-9a-fA-F-]{16,}[^/]*', '/*');

-- start_of_minutes: of a step of so many Minutes; whole in UTC, of which days are a whole number
toDateTime(intDiv(toUnixTimestamp(toDateTime(Timestamp)), Minutes * 60) * Minutes * 60);

-- metric_order: of every table of data points
PARTITION BY toDate(TimeUnix)
ORDER BY (ServiceName, MetricName, toStartOfHour(TimeUnix), Series, TimeUnix);

-- span_failed: of a span. By its status, by its own HTTP status, or by that of the transaction whose root it is. A call
-- that a client caused to fail is the client's failure: by convention its status is not an error, but older SDKs said so.
-- https://opentelemetry.io/docs/specs/semconv/rpc/grpc/#grpc-status-codes-as-span-status
multiIf(
  toUInt16OrZero({{span_status}}) >= 500 OR (IsRoot = 1 AND HttpStatus >= 500), 1,
  SpanKind != 'Server' OR {{span_rpc_status}} = '', StatusCode = 'Error',
  upper({{span_rpc_status}}) IN ('2', '4', '12', '13', '14', '15', 'UNKNOWN', 'DEADLINE_EXCEEDED', 'UNIMPLEMENTED',
    'INTERNAL', 'UNAVAILABLE', 'DATA_LOSS'), 1,
  upper({{span_rpc_status}}) IN ('0', 'OK') AND StatusCode = 'Error');

-- level: how many zeros an identity ends in. Of all rows half have 0, a quarter 1, and so on: those of a level and
-- above are a fair choice, made once
least(10, bitCount(bitAnd(bitNot(Id), Id - 1)))::UInt8;

-- short_type: of an exception, without module, namespace and class around it: loggers of Python and .NET leave them
-- out, spans have them. Java's loggers write Outer$Inner, its spans Outer.Inner.
splitByChar('.', translate(Type::String, '+$', '..'))[-1];

-- issue: of an exception, unless its sender names one. The number is the rule's: what was grouped by another rule has
-- other issues. The type is compared as short_type says where the stack is Python's or .NET's, and Java's inner classes
-- in one spelling; so are a build's .js, .mjs and .cjs, which the page shows as they are.
if(FingerprintOverride != '', left(FingerprintOverride, 128), leftPad(lower(hex(sipHash64('3', ServiceName,
  if(multiSearchAny(Stacktrace, ['\n  File "', '\n   at ']), splitByChar('.', translate(Type::String, '+$', '..'))[-1],
    replaceAll(Type::String, '$', '.')),
  (arrayMap(key -> replaceRegexpOne(key, '[.][cm]js$', '.js'), tupleElement(Grouping, 1)),
    arrayMap(key -> replaceRegexpOne(key, '[.][cm]js$', '.js'), tupleElement(Grouping, 2)),
    tupleElement(Grouping, 3), tupleElement(Grouping, 4))))), 16, '0'));

-- settings: of every table whose rows leave by the day
ttl_only_drop_parts = 1, default_compression_codec = 'ZSTD(1)', replicated_deduplication_window = 0;

-- settings_without_parts: of every other table
default_compression_codec = 'ZSTD(1)', replicated_deduplication_window = 0;
