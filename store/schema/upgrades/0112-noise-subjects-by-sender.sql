-- What browsers sent has subjects of its own. Rows that are stored already are taken for servers' until they are deleted after eight days.
ALTER TABLE {{database}}.noise_subjects_of_items {{on_cluster}} MODIFY QUERY
SELECT
  if({{is_browser}}, sipHash64('browser', Text), sipHash64(Text)) AS Subject,
  splitByChar('/', Mark)[1] AS Rule,
  toDate(At) AS Day,
  min(toDateTime(At)) AS First,
  max(toDateTime(At)) AS Last
FROM (SELECT Mark, At, ServiceName, arrayJoin([TraceId, Digest]) AS Text FROM {{database}}.noise_items{{local}})
WHERE Text != ''
GROUP BY Subject, Rule, Day;
