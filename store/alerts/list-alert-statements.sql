-- One row per statement about alerts that holds, the last one of its subject and What; and, of one subject, all
-- statements. By subject, newest first, then by id.
--   historyOf  the subject whose history is listed; '' for none
--   limit      1 to 100000
SELECT
  Subject AS subject, toString(toUnixTimestamp64Nano(At)) AS atNs, Id AS id, Who AS who, What AS what, Value AS value,
  row_number() OVER (PARTITION BY Subject, What ORDER BY At DESC, Id DESC) = 1 AS holds
FROM alert_statements FINAL
QUALIFY holds OR Subject = {historyOf:String} AND {historyOf:String} != ''
ORDER BY Subject, At DESC, Id DESC
LIMIT {limit:UInt32}
