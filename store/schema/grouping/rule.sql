-- The grouping rule, a tuple computed from Message, Stacktrace and Causes. make-rule.ts fills its placeholders. Values
-- that are used twice are arguments of lambdas. Nested lambdas double the planning, so they are flat.
--   functions  up to three in-app functions with their files, innermost first, of what was thrown; of a cause if that
--              has none
--   causes     the first in-app function of each cause
--   message    without ids and numbers, in the same wording for every browser; if the functions are enough, the codes in
--              it, such as `status code 404`
--   types      of the causes
arrayMap(keyed -> (keyed.1, keyed.2, if(keyed.3, [[message]], arrayMap(text -> [[codes]],
      [if(position(left(Message, 512), '://') = 0, left(Message, 512), replaceRegexpAll(left(Message, 512), [[url]], '\\1'))])[1]), [[cause-types]]),
  [[[keys]]])[1]
