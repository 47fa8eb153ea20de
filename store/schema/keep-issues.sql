-- After an upgrade that changed the grouping rule: one row per issue that the new rule makes of exceptions of an issue
-- that somebody acted on (or that others were merged into). It is merged into that one, whose id, owner and status so
-- stay; of several, into the one with most exceptions. Of each issue the newest 1,000 exceptions are looked at. Without
-- a new rule it writes nothing. Who, Id and Batch are the same in every run, so a repeated run writes nothing new, and
-- people undo a merge as they undo their own.
INSERT INTO {{database}}.issue_events (Issue, At, Id, Batch, Who, What, Value)
SELECT regrouped, now64(9), Batch AS Id, hex(sipHash64('grouping', regrouped, kept)) AS Batch, 'Errata', 'merged', kept
FROM (
  SELECT regrouped, argMax(kept, (exceptions, kept)) AS kept
  FROM (
    SELECT kept, regrouped, count() AS exceptions
    FROM (
      SELECT kept, {{issue}} AS regrouped
      FROM (
        SELECT Issue::String AS kept, FingerprintOverride, ServiceName, Type, Stacktrace, {{grouping}} AS Grouping
        FROM {{database}}.exceptions
        WHERE Issue IN (SELECT arrayJoin([Issue, if(What = 'merged', Value, '')]) FROM {{database}}.issue_events)
        ORDER BY Timestamp DESC
        LIMIT 1000 BY Issue
      )
    )
    GROUP BY kept, regrouped
  )
  GROUP BY regrouped
)
WHERE regrouped NOT IN (SELECT arrayJoin([Issue, if(What = 'merged', Value, '')]) FROM {{database}}.issue_events)
ORDER BY regrouped
LIMIT 1000;
