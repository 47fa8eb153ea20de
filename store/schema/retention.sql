-- How long each table keeps its rows. Run after the numbered files whenever the settings differ from the ones in force.
ALTER TABLE {{database}}.otel_traces{{local}} {{on_cluster}} MODIFY TTL toDateTime(Timestamp) + toIntervalDay({{traces_days}});
ALTER TABLE {{database}}.transactions{{local}} {{on_cluster}} MODIFY TTL toDateTime(Timestamp) + toIntervalDay({{traces_days}});
ALTER TABLE {{database}}.trace_summary{{local}} {{on_cluster}} MODIFY TTL Bucket + toIntervalDay({{traces_days}});
ALTER TABLE {{database}}.trace_index{{local}} {{on_cluster}} MODIFY TTL Bucket + toIntervalDay({{trace_index_days}});
ALTER TABLE {{database}}.otel_logs{{local}} {{on_cluster}} MODIFY TTL toDateTime(Timestamp) + toIntervalDay({{logs_days}});
ALTER TABLE {{database}}.otel_metrics_gauge{{local}} {{on_cluster}} MODIFY TTL toDateTime(TimeUnix) + toIntervalDay({{metrics_days}});
ALTER TABLE {{database}}.otel_metrics_sum{{local}} {{on_cluster}} MODIFY TTL toDateTime(TimeUnix) + toIntervalDay({{metrics_days}});
ALTER TABLE {{database}}.otel_metrics_histogram{{local}} {{on_cluster}} MODIFY TTL toDateTime(TimeUnix) + toIntervalDay({{metrics_days}});
ALTER TABLE {{database}}.otel_metrics_exponential_histogram{{local}} {{on_cluster}} MODIFY TTL toDateTime(TimeUnix) + toIntervalDay({{metrics_days}});
ALTER TABLE {{database}}.otel_metrics_summary{{local}} {{on_cluster}} MODIFY TTL toDateTime(TimeUnix) + toIntervalDay({{metrics_days}});
ALTER TABLE {{database}}.exceptions{{local}} {{on_cluster}} MODIFY TTL toDateTime(Timestamp) + toIntervalDay({{exceptions_days}});
ALTER TABLE {{database}}.digests{{local}} {{on_cluster}} MODIFY TTL Day + toIntervalDay({{digests_days}});
