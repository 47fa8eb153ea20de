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

-- path_without_ids: of a span, with * in place of what looks like an id
replaceRegexpAll(left(coalesce(nullIf({{span_path}}, ''), path({{span_url}})), 1024),
  '/\\d[^/]*|/[^/]*\\d{3}[^/]*|/[0-9a-fA-F-]{16,}[^/]*', '/*');

-- start_of_minutes: of a step of so many Minutes; whole in UTC, of which days are a whole number
toDateTime(intDiv(toUnixTimestamp(toDateTime(Timestamp)), Minutes * 60) * Minutes * 60);

-- metric_order: of every table of data points
PARTITION BY toDate(TimeUnix)
ORDER BY (ServiceName, MetricName, toStartOfHour(TimeUnix), Series, TimeUnix);

-- span_failed: of a span. By its status, by its own HTTP status, or by that of the transaction whose root it is. A
-- GraphQL operation also by its errors, of which its server tells by a number or by exceptions, and leaves the status
-- unset; a message by the type of its error. A call that a client caused to fail is the client's failure: by convention
-- its status is not an error, but older SDKs said so.
-- https://opentelemetry.io/docs/specs/semconv/rpc/grpc/#grpc-status-codes-as-span-status
multiIf(
  toUInt16OrZero({{span_status}}) >= 500 OR (IsRoot = 1 AND HttpStatus >= 500), 1,
  (toUInt32OrZero({{span_graphql_errors}}) > 0 OR has(`Events.Name`, 'exception'))
    AND arrayExists(name -> startsWith(name, 'graphql.operation.'), mapKeys(SpanAttributes)), 1,
  SpanKind IN ('Producer', 'Consumer') AND SpanAttributes['error.type'] != '', 1,
  -- 1: failed, 2: as the status says
  has([1, if(StatusCode = 'Error', 2, 1)], transform(if(SpanKind = 'Server', upper({{span_rpc_status}}), ''),
    ['', '0', 'OK', '2', '4', '12', '13', '14', '15', 'UNKNOWN', 'DEADLINE_EXCEEDED', 'UNIMPLEMENTED', 'INTERNAL',
      'UNAVAILABLE', 'DATA_LOSS'], [2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1], 0)));

-- span_operation: what a span does, with few values: the first of these that its sender tells, as docs/decisions/0036 has
-- it. Each attribute is a parameter of the function, for ClickHouse analyses the expression with every insert. nameOfClass:
-- the span's name with * in place of words that begin with a digit, have three in a row, or are long hexadecimal numbers.
arrayMap((graphql, graphqlType, transaction, method, rpc, doing, destination, faas, trigger, event, element, id, page,
    function, namespace, nameOfClass) ->
  leftUTF8(firstNonDefault(
    if(graphql = '', '', trimBoth(concat(graphqlType, ' ', graphql))),
    if(IsRoot = 1 OR transaction = '', Route::String, ''),
    if(method = '' OR rpc = '' OR position(method, '/') > 0, method, concat(rpc, '/', method)),
    if(destination = '', '', trimBoth(concat(
      transform(doing, ['publish', 'Producer', 'deliver', 'Consumer', 'Client', 'Internal', 'Server', 'Unspecified'],
        ['send', 'send', 'process', 'process', '', '', '', '']), ' ', destination))),
    graphqlType,
    if(trigger = '' OR faas = '', '', concat(faas, ' (', trigger, ')')),
    multiIf(event = '', '', startsWith(event, 'document'), concat(event, ' ', page),
      concat(event, ' ', if(id = '', lower(element), concat('#', id)), ' on ', page)),
    if(nameOfClass = SpanName, '', trim(BOTH '.' FROM concat(namespace, '.', function))),
    nameOfClass), 200),
  [{{span_graphql_name}}], [{{span_graphql_type}}], [SpanAttributes['errata.transaction.route']],
  [{{span_rpc_method}}], [{{span_rpc_service}}],
  [firstNonDefault({{span_messaging_operation}}, SpanKind::String)],
  [firstNonDefault({{span_destination_template}},
    if(SpanAttributes['messaging.destination.temporary'] = 'true', '(temporary)', ''), {{span_destination}})],
  [{{span_faas_name}}], [{{span_faas_trigger}}],
  [if(SpanName IN ('documentLoad', 'documentFetch', SpanAttributes['event_type']), SpanName::String, '')],
  [SpanAttributes['target_element']], [extract(SpanAttributes['target_xpath'], '\\[@id="([^"]+)"\\]$')],
  [replaceRegexpAll(path(if(SpanKind = 'Internal', {{span_url}}, '')), '/\\d[^/]*|/[^/]*\\d{3}[^/]*|/[0-9a-fA-F-]{16,}[^/]*', '/*')],
  [{{span_code_function}}], [{{span_code_namespace}}],
  [replaceRegexpAll(replaceRegexpOne(SpanName, '\\?\\S+', ''),
    '\\b(\\d[\\w-]*|[0-9a-fA-F][0-9a-fA-F-]{15,}|\\w[\\w-]*?\\d{3}[\\w-]*)', '*')])[1];

-- is_graphql_error: of a span below a transaction, a GraphQL operation or the resolver of a field: the answer has errors,
-- for which its server sends the status 200
(IsRoot = 0 AND span.Failed = 1 AND SpanKind NOT IN ('Client', 'Producer')
  AND arrayExists(name -> startsWith(name, 'graphql.'), mapKeys(SpanAttributes)));

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
