-- As in 0036, but a release keeps its whole name here as everywhere else: the Collector bounds it.
ALTER TABLE {{database}}.releases_of_transactions {{on_cluster}} MODIFY QUERY
SELECT ServiceName, Release::String AS Release, Environment, min(Timestamp) AS FirstSeen, max(Timestamp) AS LastSeen
FROM {{database}}.transactions{{local}}
WHERE Release != ''
GROUP BY ServiceName, Release, Environment;

ALTER TABLE {{database}}.releases_of_exceptions {{on_cluster}} MODIFY QUERY
SELECT ServiceName, Release::String AS Release, Environment, min(Timestamp) AS FirstSeen, max(Timestamp) AS LastSeen
FROM {{database}}.exceptions{{local}}
WHERE Release != ''
GROUP BY ServiceName, Release, Environment;
