-- One row per value of a tag of an issue's newest exceptions; of each tag the most frequent values. By tag, then most
-- first.
--   issue, members  the issue, and ids to read for it, from sourceIssueIds
--   fromNs, toNs  Unix nanoseconds, half-open
--   looked        how many exceptions are read, newest first; an event is left out where a log among them has its
--                 DedupeKey
--   limit         1 to 1000
-- Ids, and values that differ each time, are not tags. 'browser' is user_agent.original, with up to forty values, since
-- many are the same browser.
SELECT tag, value, toString(n) AS has, toString(ofAll) AS looked
FROM (
  SELECT tag, value, n, uniqExact(value) OVER (PARTITION BY tag) AS variety,
    row_number() OVER (PARTITION BY tag ORDER BY n DESC, value) AS rank,
    max(if(tag = '', n, 0)) OVER () AS ofAll
  FROM (
    SELECT pair.1 AS tag, pair.2 AS value, count() AS n
    FROM (
      SELECT Release, Route, Environment, ServiceName, Attributes, ResourceAttributes,
        Source = 'event' AND max(Source = 'log') OVER (PARTITION BY DedupeKey) AS repeats
      FROM (
        SELECT Timestamp, Id, Source, DedupeKey, Release, Route, Environment, ServiceName, Attributes,
          ResourceAttributes
        FROM exceptions
        WHERE Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
          AND Issue IN {members:Array(String)}
        ORDER BY toStartOfFiveMinutes(Timestamp) DESC, Timestamp DESC, Id
        LIMIT 1 BY Source, Id
        LIMIT {looked:UInt32}
      )
    )
    ARRAY JOIN arrayFilter(x -> (x.1 = '' OR x.2 != '') AND (length(x.2) <= 120 OR x.1 = 'browser') AND NOT match(x.1,
        '[.](?:id|uid|digest|fingerprint|message|stacktrace|context|raw|full|query|body|lineno|column|original)$|^(?:http[.](?:url|target|user_agent)$|exception[.]|errata[.](?:stack|issue|error|transaction|user_actions))'),
      arrayConcat([('', ''), ('release', Release::String), ('route', Route::String),
        ('environment', Environment::String), ('service', ServiceName::String),
          ('browser', left({{browser}}, 512))],
        arrayMap((k, v) -> (k::String, v), mapKeys(Attributes), mapValues(Attributes)),
        arrayFilter(x -> match(x.1, '^(?:browser|os|device|host|process.runtime|telemetry.sdk.language)'),
          arrayMap((k, v) -> (k::String, v), mapKeys(ResourceAttributes), mapValues(ResourceAttributes))))) AS pair
    WHERE NOT repeats
    GROUP BY tag, value
  )
)
WHERE tag != '' AND rank <= if(tag = 'browser', 40, 5) AND (variety <= 20 OR variety * 4 <= ofAll OR tag = 'browser')
ORDER BY tag, n DESC, value
LIMIT {limit:UInt32}
