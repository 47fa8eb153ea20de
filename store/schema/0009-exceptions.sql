-- One row per exception and shape: a log record, or a span event named "exception".
--   Id    the row: the log record's identity, or span and position of the event
--   Same  equal for the two shapes of one exception (trace, span, type, message); a log without a span has its Id
-- Read with FINAL; an event counts only where no log has its Same.
-- Issue is computed here for any sender, unless it sent errata.issue.fingerprint (Given).
CREATE TABLE IF NOT EXISTS {{database}}.exceptions{{local}} {{on_cluster}} (
  Timestamp DateTime64(9) CODEC(Delta(8), ZSTD(1)),
  Same UInt64 CODEC(NONE),
  Shape Enum8('event' = 1, 'log' = 2),
  Id UInt64 CODEC(NONE),
  ServiceName LowCardinality(String),
  TraceId String,
  SpanId String,
  SessionId String,
  Route LowCardinality(String),
  Release LowCardinality(String),
  Environment LowCardinality(String),
  Digest String,
  Given String,
  Type LowCardinality(String),
  Message String,
  Stacktrace String,
  Causes String,
  Attributes Map(LowCardinality(String), String),
  ResourceAttributes Map(LowCardinality(String), String),
  -- The message with quoted values, dates, uuids, hex and numbers folded to #.
  Normalised String ALIAS left(trim(replaceRegexpAll(replaceRegexpAll(replaceRegexpAll(left(Message, 4096),
    '"[^"\\n]*"|`[^`\\n]*`|(^|\\W)\'[^\'\\n]*\'', '\\1#'),
    '\\d{4}-\\d\\d-\\d\\d(?:[T ]\\d\\d:\\d\\d(?::\\d\\d(?:[.,]\\d+)?)?(?: ?Z|[+-]\\d\\d:?\\d\\d)?)?'
    || '|(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? )?(?:(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* \\d\\d?'
    || '|\\d\\d? (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*),? \\d{4}'
    || '|[0-9a-fA-F]{8}(?:-?[0-9a-fA-F]{4}){3}-?[0-9a-fA-F]{12}|0x[0-9a-fA-F]+|\\b[0-9a-fA-F]{8,}\\b'
    || '|[-+]?\\d+(?:[.,:]\\d+)*', '#'),
    '\\s+', ' ')), 512),
  -- The top three functions of our own code: no positions, no bundler suffix, no names that a minifier made.
  -- One group each for V8, Java and .NET; Firefox and Safari; Python; Ruby; PHP; Go; Rust.
  Functions Array(String) ALIAS arraySlice(arrayFilter(f -> length(f) > 2, arrayMap(
    line -> replaceRegexpAll(arrayStringConcat(extractGroups(line,
      '^\\s*at (?:async )?(?:new )?(?:[^\\s(/]+/)*([^\\s(/]+)[^(/]*\\('
      || '|^(?:async\\*)?([^@\\s/<:(]+)[^@\\s]*@'
      || '|, in ([\\w.<>]+)$'
      || '|:in [`\'](?:block in )?([^\']+)\''
      || '|^#\\d+ .*?: ([\\w\\\\:>-]+)\\('
      || '|^([\\w./-]+(?:\\(\\*\\w+\\))?[\\w.]*)\\(.*\\)$'
      || '|^\\s*\\d+:\\s+(?:0x[0-9a-f]+ - )?([\\w:<>]+)')),
      '^Object[.]|[$]?\\d+$', ''),
    arrayFilter(line -> NOT match(line, '/node_modules/|node:|/site-packages/|/gems/|<anonymous>'),
      if(position(Stacktrace, 'most recent call last') > 0, arrayReverse(splitByChar('\n', right(Stacktrace, 16384))),
        arraySlice(splitByChar('\n', left(Stacktrace, 16384)), 1, 64))))), 1, 3),
  Issue LowCardinality(String) MATERIALIZED if(Given != '', left(Given, 128),
    leftPad(lower(hex(sipHash64(ServiceName, Type, Normalised, Functions))), 16, '0')),
  INDEX trace TraceId TYPE bloom_filter(0.001) GRANULARITY 1,
  INDEX digest Digest TYPE bloom_filter(0.001) GRANULARITY 1,
  INDEX session SessionId TYPE bloom_filter(0.01) GRANULARITY 1
) ENGINE = {{replacing}}
PARTITION BY toDate(Timestamp)
ORDER BY (toStartOfFiveMinutes(Timestamp), Issue, Same, Shape, Id)
SETTINGS index_granularity = 1024, ttl_only_drop_parts = 1, default_compression_codec = 'ZSTD(1)',
  replicated_deduplication_window = 0;
