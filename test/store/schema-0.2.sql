-- The tables of 0.2 (commit d797064b) whose rows `npx errata copy` takes, and the view that fills digests, as that version's schema made them.
CREATE DATABASE otel;
CREATE TABLE otel.otel_traces
(
    `Timestamp` DateTime64(9) CODEC(Delta(8), ZSTD(1)),
    `TraceId` String,
    `SpanId` String,
    `ParentSpanId` String,
    `TraceState` String,
    `SpanName` LowCardinality(String),
    `SpanKind` LowCardinality(String),
    `ServiceName` LowCardinality(String),
    `ResourceAttributes` Map(LowCardinality(String), String),
    `ScopeName` String,
    `ScopeVersion` String,
    `SpanAttributes` Map(LowCardinality(String), String),
    `Duration` UInt64,
    `StatusCode` LowCardinality(String),
    `StatusMessage` String,
    `Events.Timestamp` Array(DateTime64(9)),
    `Events.Name` Array(LowCardinality(String)),
    `Events.Attributes` Array(Map(LowCardinality(String), String)),
    `Links.TraceId` Array(String),
    `Links.SpanId` Array(String),
    `Links.TraceState` Array(String),
    `Links.Attributes` Array(Map(LowCardinality(String), String)),
    `Id` UInt64 ALIAS sipHash64(ServiceName, TraceId, SpanId),
    `DurationNs` UInt64 ALIAS if(Duration < 604800000000000, Duration, 0),
    `Route` LowCardinality(String) MATERIALIZED coalesce(nullIf(SpanAttributes['errata.transaction.route'], ''), SpanAttributes['http.route']),
    `HttpStatus` UInt16 MATERIALIZED toUInt16OrZero(coalesce(nullIf(SpanAttributes['errata.transaction.status_code'], ''), SpanAttributes['http.response.status_code'])),
    `SessionId` String MATERIALIZED SpanAttributes['session.id'],
    `IsRoot` UInt8 MATERIALIZED if(mapContains(SpanAttributes, 'errata.transaction.id'), (SpanAttributes['errata.transaction.id']) = SpanId, (ParentSpanId = '') OR (SpanKind IN ('Server', 'Consumer'))),
    `StoredAt` DateTime MATERIALIZED now() CODEC(Delta(4), ZSTD(1))
)
ENGINE = ReplacingMergeTree
PARTITION BY toDate(Timestamp)
PRIMARY KEY (toStartOfFiveMinutes(Timestamp), TraceId)
ORDER BY (toStartOfFiveMinutes(Timestamp), TraceId, SpanId, ServiceName)
TTL toDateTime(Timestamp) + toIntervalDay(14)
SETTINGS index_granularity = 1024, ttl_only_drop_parts = 1, default_compression_codec = 'ZSTD(1)', replicated_deduplication_window = 0;
CREATE TABLE otel.otel_logs
(
    `Timestamp` DateTime64(9) CODEC(Delta(8), ZSTD(1)),
    `TraceId` String,
    `SpanId` String,
    `TraceFlags` UInt8,
    `SeverityText` LowCardinality(String),
    `SeverityNumber` UInt8,
    `ServiceName` LowCardinality(String),
    `Body` String,
    `ResourceSchemaUrl` LowCardinality(String),
    `ResourceAttributes` Map(LowCardinality(String), String),
    `ScopeSchemaUrl` LowCardinality(String),
    `ScopeName` String,
    `ScopeVersion` LowCardinality(String),
    `ScopeAttributes` Map(LowCardinality(String), String),
    `LogAttributes` Map(LowCardinality(String), String),
    `EventName` String DEFAULT LogAttributes['event.name'],
    `Id` UInt64 MATERIALIZED if((LogAttributes['log.record.uid']) != '', sipHash64(ServiceName, LogAttributes['log.record.uid']), sipHash64(ServiceName, Timestamp, TraceId, SpanId, SeverityNumber, Body, mapSort(LogAttributes), mapSort(ResourceAttributes))) CODEC(NONE),
    `StoredAt` DateTime MATERIALIZED now() CODEC(Delta(4), ZSTD(1)),
    INDEX trace TraceId TYPE bloom_filter(0.001) GRANULARITY 1
)
ENGINE = ReplacingMergeTree
PARTITION BY toDate(Timestamp)
PRIMARY KEY (toStartOfFiveMinutes(Timestamp), ServiceName, Timestamp)
ORDER BY (toStartOfFiveMinutes(Timestamp), ServiceName, Timestamp, Id)
TTL toDateTime(Timestamp) + toIntervalDay(30)
SETTINGS ttl_only_drop_parts = 1, default_compression_codec = 'ZSTD(1)', replicated_deduplication_window = 0, index_granularity = 8192;
CREATE TABLE otel.otel_metrics_gauge
(
    `ResourceAttributes` Map(LowCardinality(String), String),
    `ResourceSchemaUrl` String,
    `ScopeName` String,
    `ScopeVersion` String,
    `ScopeAttributes` Map(LowCardinality(String), String),
    `ScopeDroppedAttrCount` UInt32,
    `ScopeSchemaUrl` String,
    `ServiceName` LowCardinality(String),
    `MetricName` LowCardinality(String),
    `MetricDescription` String,
    `MetricUnit` String,
    `Attributes` Map(LowCardinality(String), String),
    `StartTimeUnix` DateTime64(9) CODEC(Delta(8), ZSTD(1)),
    `TimeUnix` DateTime64(9) CODEC(Delta(8), ZSTD(1)),
    `Value` Float64,
    `Flags` UInt32,
    `Exemplars.FilteredAttributes` Array(Map(LowCardinality(String), String)),
    `Exemplars.TimeUnix` Array(DateTime64(9)),
    `Exemplars.Value` Array(Float64),
    `Exemplars.SpanId` Array(String),
    `Exemplars.TraceId` Array(String),
    `Series` UInt64 MATERIALIZED sipHash64(ScopeName, mapSort(Attributes), mapSort(ResourceAttributes)),
    `StoredAt` DateTime MATERIALIZED now() CODEC(Delta(4), ZSTD(1))
)
ENGINE = ReplacingMergeTree
PARTITION BY toDate(TimeUnix)
ORDER BY (ServiceName, MetricName, toStartOfHour(TimeUnix), Series, TimeUnix)
TTL toDateTime(TimeUnix) + toIntervalDay(30)
SETTINGS ttl_only_drop_parts = 1, default_compression_codec = 'ZSTD(1)', replicated_deduplication_window = 0, index_granularity = 8192;
CREATE TABLE otel.otel_metrics_sum
(
    `ResourceAttributes` Map(LowCardinality(String), String),
    `ResourceSchemaUrl` String,
    `ScopeName` String,
    `ScopeVersion` String,
    `ScopeAttributes` Map(LowCardinality(String), String),
    `ScopeDroppedAttrCount` UInt32,
    `ScopeSchemaUrl` String,
    `ServiceName` LowCardinality(String),
    `MetricName` LowCardinality(String),
    `MetricDescription` String,
    `MetricUnit` String,
    `Attributes` Map(LowCardinality(String), String),
    `StartTimeUnix` DateTime64(9) CODEC(Delta(8), ZSTD(1)),
    `TimeUnix` DateTime64(9) CODEC(Delta(8), ZSTD(1)),
    `Value` Float64,
    `Flags` UInt32,
    `Exemplars.FilteredAttributes` Array(Map(LowCardinality(String), String)),
    `Exemplars.TimeUnix` Array(DateTime64(9)),
    `Exemplars.Value` Array(Float64),
    `Exemplars.SpanId` Array(String),
    `Exemplars.TraceId` Array(String),
    `AggregationTemporality` Int32,
    `IsMonotonic` Bool,
    `Series` UInt64 MATERIALIZED sipHash64(ScopeName, mapSort(Attributes), mapSort(ResourceAttributes)),
    `StoredAt` DateTime MATERIALIZED now() CODEC(Delta(4), ZSTD(1))
)
ENGINE = ReplacingMergeTree
PARTITION BY toDate(TimeUnix)
ORDER BY (ServiceName, MetricName, toStartOfHour(TimeUnix), Series, TimeUnix)
TTL toDateTime(TimeUnix) + toIntervalDay(30)
SETTINGS ttl_only_drop_parts = 1, default_compression_codec = 'ZSTD(1)', replicated_deduplication_window = 0, index_granularity = 8192;
CREATE TABLE otel.otel_metrics_histogram
(
    `ResourceAttributes` Map(LowCardinality(String), String),
    `ResourceSchemaUrl` String,
    `ScopeName` String,
    `ScopeVersion` String,
    `ScopeAttributes` Map(LowCardinality(String), String),
    `ScopeDroppedAttrCount` UInt32,
    `ScopeSchemaUrl` String,
    `ServiceName` LowCardinality(String),
    `MetricName` LowCardinality(String),
    `MetricDescription` String,
    `MetricUnit` String,
    `Attributes` Map(LowCardinality(String), String),
    `StartTimeUnix` DateTime64(9) CODEC(Delta(8), ZSTD(1)),
    `TimeUnix` DateTime64(9) CODEC(Delta(8), ZSTD(1)),
    `Count` UInt64,
    `Sum` Float64,
    `BucketCounts` Array(UInt64),
    `ExplicitBounds` Array(Float64),
    `Exemplars.FilteredAttributes` Array(Map(LowCardinality(String), String)),
    `Exemplars.TimeUnix` Array(DateTime64(9)),
    `Exemplars.Value` Array(Float64),
    `Exemplars.SpanId` Array(String),
    `Exemplars.TraceId` Array(String),
    `Flags` UInt32,
    `Min` Float64,
    `Max` Float64,
    `AggregationTemporality` Int32,
    `Series` UInt64 MATERIALIZED sipHash64(ScopeName, mapSort(Attributes), mapSort(ResourceAttributes)),
    `StoredAt` DateTime MATERIALIZED now() CODEC(Delta(4), ZSTD(1))
)
ENGINE = ReplacingMergeTree
PARTITION BY toDate(TimeUnix)
ORDER BY (ServiceName, MetricName, toStartOfHour(TimeUnix), Series, TimeUnix)
TTL toDateTime(TimeUnix) + toIntervalDay(30)
SETTINGS ttl_only_drop_parts = 1, default_compression_codec = 'ZSTD(1)', replicated_deduplication_window = 0, index_granularity = 8192;
CREATE TABLE otel.otel_metrics_exponential_histogram
(
    `ResourceAttributes` Map(LowCardinality(String), String),
    `ResourceSchemaUrl` String,
    `ScopeName` String,
    `ScopeVersion` String,
    `ScopeAttributes` Map(LowCardinality(String), String),
    `ScopeDroppedAttrCount` UInt32,
    `ScopeSchemaUrl` String,
    `ServiceName` LowCardinality(String),
    `MetricName` LowCardinality(String),
    `MetricDescription` String,
    `MetricUnit` String,
    `Attributes` Map(LowCardinality(String), String),
    `StartTimeUnix` DateTime64(9) CODEC(Delta(8), ZSTD(1)),
    `TimeUnix` DateTime64(9) CODEC(Delta(8), ZSTD(1)),
    `Count` UInt64,
    `Sum` Float64,
    `Scale` Int32,
    `ZeroCount` UInt64,
    `PositiveOffset` Int32,
    `PositiveBucketCounts` Array(UInt64),
    `NegativeOffset` Int32,
    `NegativeBucketCounts` Array(UInt64),
    `Exemplars.FilteredAttributes` Array(Map(LowCardinality(String), String)),
    `Exemplars.TimeUnix` Array(DateTime64(9)),
    `Exemplars.Value` Array(Float64),
    `Exemplars.SpanId` Array(String),
    `Exemplars.TraceId` Array(String),
    `Flags` UInt32,
    `Min` Float64,
    `Max` Float64,
    `AggregationTemporality` Int32,
    `Series` UInt64 MATERIALIZED sipHash64(ScopeName, mapSort(Attributes), mapSort(ResourceAttributes)),
    `StoredAt` DateTime MATERIALIZED now() CODEC(Delta(4), ZSTD(1))
)
ENGINE = ReplacingMergeTree
PARTITION BY toDate(TimeUnix)
ORDER BY (ServiceName, MetricName, toStartOfHour(TimeUnix), Series, TimeUnix)
TTL toDateTime(TimeUnix) + toIntervalDay(30)
SETTINGS ttl_only_drop_parts = 1, default_compression_codec = 'ZSTD(1)', replicated_deduplication_window = 0, index_granularity = 8192;
CREATE TABLE otel.otel_metrics_summary
(
    `ResourceAttributes` Map(LowCardinality(String), String),
    `ResourceSchemaUrl` String,
    `ScopeName` String,
    `ScopeVersion` String,
    `ScopeAttributes` Map(LowCardinality(String), String),
    `ScopeDroppedAttrCount` UInt32,
    `ScopeSchemaUrl` String,
    `ServiceName` LowCardinality(String),
    `MetricName` LowCardinality(String),
    `MetricDescription` String,
    `MetricUnit` String,
    `Attributes` Map(LowCardinality(String), String),
    `StartTimeUnix` DateTime64(9) CODEC(Delta(8), ZSTD(1)),
    `TimeUnix` DateTime64(9) CODEC(Delta(8), ZSTD(1)),
    `Count` UInt64,
    `Sum` Float64,
    `ValueAtQuantiles.Quantile` Array(Float64),
    `ValueAtQuantiles.Value` Array(Float64),
    `Flags` UInt32,
    `Series` UInt64 MATERIALIZED sipHash64(ScopeName, mapSort(Attributes), mapSort(ResourceAttributes)),
    `StoredAt` DateTime MATERIALIZED now() CODEC(Delta(4), ZSTD(1))
)
ENGINE = ReplacingMergeTree
PARTITION BY toDate(TimeUnix)
ORDER BY (ServiceName, MetricName, toStartOfHour(TimeUnix), Series, TimeUnix)
TTL toDateTime(TimeUnix) + toIntervalDay(30)
SETTINGS ttl_only_drop_parts = 1, default_compression_codec = 'ZSTD(1)', replicated_deduplication_window = 0, index_granularity = 8192;
CREATE TABLE otel.noise_spans
(
    `Timestamp` DateTime64(9),
    `TraceId` String,
    `SpanId` String,
    `ParentSpanId` String,
    `TraceState` String,
    `SpanName` LowCardinality(String),
    `SpanKind` LowCardinality(String),
    `ServiceName` LowCardinality(String),
    `ResourceAttributes` Map(LowCardinality(String), String),
    `ScopeName` String,
    `ScopeVersion` String,
    `SpanAttributes` Map(LowCardinality(String), String),
    `Duration` UInt64,
    `StatusCode` LowCardinality(String),
    `StatusMessage` String,
    `Events.Timestamp` Array(DateTime64(9)),
    `Events.Name` Array(LowCardinality(String)),
    `Events.Attributes` Array(Map(LowCardinality(String), String)),
    `Links.TraceId` Array(String),
    `Links.SpanId` Array(String),
    `Links.TraceState` Array(String),
    `Links.Attributes` Array(Map(LowCardinality(String), String))
)
ENGINE = `Null`;
CREATE TABLE otel.noise_logs
(
    `Timestamp` DateTime64(9),
    `TraceId` String,
    `SpanId` String,
    `TraceFlags` UInt8,
    `SeverityText` LowCardinality(String),
    `SeverityNumber` UInt8,
    `ServiceName` LowCardinality(String),
    `Body` String,
    `ResourceSchemaUrl` LowCardinality(String),
    `ResourceAttributes` Map(LowCardinality(String), String),
    `ScopeSchemaUrl` LowCardinality(String),
    `ScopeName` String,
    `ScopeVersion` LowCardinality(String),
    `ScopeAttributes` Map(LowCardinality(String), String),
    `LogAttributes` Map(LowCardinality(String), String),
    `EventName` String
)
ENGINE = `Null`;
CREATE TABLE otel.source_maps
(
    `Script` String,
    `Release` LowCardinality(String),
    `Service` LowCardinality(String),
    `DebugId` String,
    `Uploaded` DateTime DEFAULT now(),
    `Map` String CODEC(ZSTD(6))
)
ENGINE = ReplacingMergeTree
ORDER BY (Script, Release, Service)
TTL Uploaded + toIntervalDay(400)
SETTINGS index_granularity = 64, replicated_deduplication_window = 0;
CREATE TABLE otel.digests
(
    `Digest` String,
    `ServiceName` LowCardinality(String),
    `Day` Date,
    `FirstSeen` SimpleAggregateFunction(min, DateTime64(9)),
    `LastSeen` SimpleAggregateFunction(max, DateTime64(9)),
    `Latest` SimpleAggregateFunction(max, Tuple(
        Seen DateTime64(9),
        TraceId String,
        Type String,
        Route String,
        Release String)),
    `Occurrences` AggregateFunction(uniq, UInt64),
    `Told` AggregateFunction(uniq, UInt64),
    `ToldByLogs` AggregateFunction(uniq, UInt64)
)
ENGINE = AggregatingMergeTree
PARTITION BY toYYYYMM(Day)
ORDER BY (Digest, ServiceName, Day)
TTL Day + toIntervalDay(400)
SETTINGS index_granularity = 256, ttl_only_drop_parts = 1, default_compression_codec = 'ZSTD(1)', replicated_deduplication_window = 0;
CREATE TABLE otel.schema_version
(
    `Number` UInt32,
    `Name` String,
    `Hash` String,
    `AppliedAt` DateTime64(3) DEFAULT now64(3)
)
ENGINE = ReplacingMergeTree
ORDER BY Number
SETTINGS replicated_deduplication_window = 0, index_granularity = 8192;
CREATE MATERIALIZED VIEW otel.digests_of_logs TO otel.digests
(
    `Digest` String,
    `ServiceName` LowCardinality(String),
    `Day` Date,
    `FirstSeen` DateTime64(9),
    `LastSeen` DateTime64(9),
    `Latest` Tuple(
        DateTime64(9),
        String,
        String,
        String,
        String),
    `Occurrences` AggregateFunction(uniq, UInt64)
)
AS SELECT
    left(LogAttributes['errata.error.digest'], 128) AS Digest,
    ServiceName,
    toDate(Timestamp) AS Day,
    min(Timestamp) AS FirstSeen,
    max(Timestamp) AS LastSeen,
    max((Timestamp, TraceId, LogAttributes['exception.type'], coalesce(nullIf(LogAttributes['errata.transaction.route'], ''), LogAttributes['http.route']), ResourceAttributes['service.version'])) AS Latest,
    uniqState(Id) AS Occurrences
FROM otel.otel_logs
WHERE (LogAttributes['errata.error.digest']) != ''
GROUP BY
    Digest,
    ServiceName,
    Day;
INSERT INTO otel.schema_version (Number, Name, Hash) VALUES (32, '0032-distributed-noise.sql', '');
