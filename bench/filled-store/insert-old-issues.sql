-- One row per issue and release that was last seen long ago: five releases of each issue, evenly over the year before. Ids
-- lie between those of the issues of insert-exceptions.sql. Titles are kept for ninety days.
--   rows   how many
--   endNs  Unix nanoseconds: all were last seen before
INSERT INTO issues (Issue, ServiceName, Release, IsBrowser, FirstSeen, LastSeen, Latest, Opening)
WITH
  intDiv(number, 5) AS fault,
  {endNs:Int64} - toInt64(number * (31536000 / {rows:UInt64}) * 1000000000) AS lastNs,
  ['TypeError', 'RangeError', 'Error', 'AbortError', 'ValidationError', 'TimeoutError'][fault % 6 + 1] AS type,
  concat('Cannot read the price of order ', toString(number), ' in step ', toString(fault)) AS message
SELECT
  concat('d7', substring(lower(hex(sipHash128('old', fault))), 1, 14)),
  concat('service-', toString(fault % 200)),
  concat('1.', toString(number % 5), '.0'),
  0,
  fromUnixTimestamp64Nano(lastNs - 86400000000000),
  fromUnixTimestamp64Nano(lastNs),
  if({endNs:Int64} - lastNs > 6480000000000000, defaultValueOfTypeName('Tuple(DateTime64(9), String, String, String, String)'),
    (fromUnixTimestamp64Nano(lastNs), type, message, concat('/old/', toString(fault % 500)),
      concat('readStep', toString(fault % 997), ' server/page.js'))),
  if({endNs:Int64} - lastNs > 6480000000000000, defaultValueOfTypeName('Tuple(UInt64, String, String)'),
    (toUInt64(9223372036854775807 - lastNs), type, message))
FROM numbers({rows:UInt64})
