-- What groups exceptions: columns of a table that has Message, Stacktrace, Causes, Type, ServiceName and FingerprintOverride. make-rule.ts fills it.
-- All of it is one stored column, for an ALIAS is planned again by every view that reads the table. What is used twice is
-- the argument of a lambda; but lambdas in lambdas double what is planned, so they are flat.
--   functions  of what was thrown, innermost first, with where they live; of what caused it where that has none of the app's own
--   causes     of each cause the first
--   message    without what varies, and in one wording whichever browser said it; '' where functions are enough
--   types      of the causes
Grouping Tuple(functions Array(String), causes Array(String), message String, types Array(String)) MATERIALIZED
arrayMap(keyed -> (keyed.1, keyed.2, if(keyed.3, [[message]], ''), [[cause-types]]),
  [[[keys]]])[1],

-- The number is the rule's: what was grouped by another one has other issues. Python's loggers leave out the module of a type, its spans do not.
Issue LowCardinality(String) MATERIALIZED if(FingerprintOverride != '', left(FingerprintOverride, 128), leftPad(lower(hex(sipHash64('3', ServiceName,
  if(position(Stacktrace, '\n  File "') > 0, splitByChar('.', Type::String)[-1], Type::String), Grouping))), 16, '0'))
