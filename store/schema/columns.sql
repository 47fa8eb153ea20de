-- Column lists of several tables: {{name}} in their files is replaced by the list here.

-- span_columns: of a span but for its time, as the exporter sends them
TraceId String,
  SpanId String,
  ParentSpanId String,
  TraceState String,
  SpanName LowCardinality(String),
  SpanKind LowCardinality(String),
  ServiceName LowCardinality(String),
  ResourceAttributes Map(LowCardinality(String), String),
  ScopeName String,
  ScopeVersion String,
  SpanAttributes Map(LowCardinality(String), String),
  Duration UInt64,
  StatusCode LowCardinality(String),
  StatusMessage String,
  Events Nested (Timestamp DateTime64(9), Name LowCardinality(String), Attributes Map(LowCardinality(String), String)),
  Links Nested (TraceId String, SpanId String, TraceState String, Attributes Map(LowCardinality(String), String));

-- log_columns: of a log record but for its time and EventName, as the exporter sends them
TraceId String,
  SpanId String,
  TraceFlags UInt8,
  SeverityText LowCardinality(String),
  SeverityNumber UInt8,
  ServiceName LowCardinality(String),
  Body String,
  ResourceSchemaUrl LowCardinality(String),
  ResourceAttributes Map(LowCardinality(String), String),
  ScopeSchemaUrl LowCardinality(String),
  ScopeName String,
  ScopeVersion LowCardinality(String),
  ScopeAttributes Map(LowCardinality(String), String),
  LogAttributes Map(LowCardinality(String), String);

-- metric_columns: of every table of data points, as the exporter sends them
ResourceAttributes Map(LowCardinality(String), String),
  ResourceSchemaUrl String,
  ScopeName String,
  ScopeVersion String,
  ScopeAttributes Map(LowCardinality(String), String),
  ScopeDroppedAttrCount UInt32,
  ScopeSchemaUrl String,
  ServiceName LowCardinality(String),
  MetricName LowCardinality(String),
  MetricDescription String,
  MetricUnit String,
  Attributes Map(LowCardinality(String), String),
  StartTimeUnix DateTime64(9) CODEC(Delta(8), ZSTD(1)),
  TimeUnix DateTime64(9) CODEC(Delta(8), ZSTD(1));

-- exemplars: as the exporter sends them
Exemplars Nested (FilteredAttributes Map(LowCardinality(String), String), TimeUnix DateTime64(9), Value Float64,
    SpanId String, TraceId String);

-- metric_identity: of a data point the series and its time
Series UInt64 MATERIALIZED sipHash64(ScopeName, mapSort(Attributes), mapSort(ResourceAttributes)),
  StoredAt DateTime MATERIALIZED now() CODEC(Delta(4), ZSTD(1)),
  INDEX stored StoredAt TYPE minmax GRANULARITY 1;

-- exception_columns: of an exception, as records and span events have them
Timestamp DateTime64(9) CODEC(Delta(8), ZSTD(1)),
  DedupeKey UInt64 CODEC(NONE),
  Source Enum8('event' = 1, 'log' = 2),
  Id UInt64 CODEC(NONE),
  ServiceName LowCardinality(String),
  IsBrowser UInt8,
  TraceId String,
  SpanId String,
  SessionId String,
  Route LowCardinality(String),
  Release LowCardinality(String),
  Environment LowCardinality(String),
  Digest String,
  FingerprintOverride String,
  Type LowCardinality(String),
  Message String,
  Stacktrace String,
  Causes String,
  Attributes Map(LowCardinality(String), String),
  ResourceAttributes Map(LowCardinality(String), String);

-- grouping_columns: what an exception is grouped by, as grouping/rule.sql has it
Grouping Tuple(functions Array(String), causes Array(String), message String, types Array(String));
