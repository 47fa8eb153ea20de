-- What fills digests also from exceptions that came as span events alone.
--   Told        by Same, every exception with the digest: a log and an event of one exception are one
--   ToldByLogs  by Same, those of which there is a log; Occurrences counts these, by record
-- Rows of before are filled by 0022.
ALTER TABLE {{database}}.digests{{local}} {{on_cluster}}
  ADD COLUMN IF NOT EXISTS Told AggregateFunction(uniq, UInt64),
  ADD COLUMN IF NOT EXISTS ToldByLogs AggregateFunction(uniq, UInt64);

-- On a cluster the table under the plain name; on a single node the same as above.
ALTER TABLE {{database}}.digests {{on_cluster}}
  ADD COLUMN IF NOT EXISTS Told AggregateFunction(uniq, UInt64),
  ADD COLUMN IF NOT EXISTS ToldByLogs AggregateFunction(uniq, UInt64);

CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.digests_of_exceptions {{on_cluster}} TO {{database}}.digests{{local}} AS
SELECT
  left(thrown.Digest, 128) AS Digest,
  ServiceName,
  toDate(Timestamp) AS Day,
  min(Timestamp) AS FirstSeen,
  max(Timestamp) AS LastSeen,
  max((Timestamp, TraceId, Type::String, Route::String, Release::String)) AS Latest,
  uniqState(Same) AS Told,
  uniqStateIf(Same, Shape = 'log') AS ToldByLogs
FROM {{database}}.exceptions{{local}} AS thrown
WHERE thrown.Digest != ''
GROUP BY Digest, ServiceName, Day;
