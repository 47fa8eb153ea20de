-- A Collector that comes up while ClickHouse is away cannot read the columns, and leaves EventName out for as long as it runs. It writes
-- the name into the attribute event.name as well (collector-config.yaml), from where it is taken then. Of a single node the second is the first.
ALTER TABLE {{database}}.otel_logs{{local}} {{on_cluster}} MODIFY COLUMN EventName String DEFAULT LogAttributes['event.name'];

ALTER TABLE {{database}}.otel_logs {{on_cluster}} MODIFY COLUMN EventName String DEFAULT LogAttributes['event.name'];
