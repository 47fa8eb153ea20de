-- Columns of the Collector's exporter (v0.161): {{name}} in the files of tables stands for the list here.

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
