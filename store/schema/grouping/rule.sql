-- What groups exceptions, as a tuple: an expression over Message, Stacktrace and Causes. make-rule.ts fills it. What is used twice is the argument
-- of a lambda; but lambdas in lambdas double what is planned, so they are flat.
--   functions  of what was thrown, innermost first, with where they live; of what caused it where that has none of the app's own
--   causes     of each cause the first
--   message    without what varies, and in one wording whichever browser reported it; '' where functions are enough
--   types      of the causes
arrayMap(keyed -> (keyed.1, keyed.2, if(keyed.3, [[message]], ''), [[cause-types]]),
  [[[keys]]])[1]
