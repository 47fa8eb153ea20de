-- In-app frames of a stack: section, dialect, function, file, position. The thrown section comes first, then its
-- causes; in each section, the place that threw. Only lines of one dialect are parsed, that of the last line that looks
-- like a frame; lines that a quick pattern finds to be library code are skipped.
arrayMap(lines -> arrayMap(dialect ->
  arrayMap(own -> multiIf(
      dialect IN ([[bottom-up]]), arrayReverse(own),
      dialect IN ([[causes-first]]), arraySort((frame, nth) -> (-toInt32(frame.1), nth), own, arrayEnumerate(own)),
      own),
    -- Without suppressed exceptions, other goroutines, and all but the first of an aggregate.
    [arrayMap(frame -> (frame.1, [[[names]]][dialect], frame.3, frame.4, frame.5), arrayFilter(
      frame -> (frame.3 != '' OR frame.4 != '')
        AND NOT match(frame.2,
          'Suppressed|^[ \\t]+Caused by|^[ \\t]*\\[(?:error|suppressed)|Inner Exception|^ *[+]-|^ {4,}[|]')
        AND (frame.1 <= 1 OR dialect != [[go]])
        AND NOT match(concat([[[languages]]][dialect], ' ', frame.3, '\t', frame.4), [[library]]),
      arrayMap(frames ->
        arrayMap((frame, section, opener) ->
          (if(dialect = [[ruby-bottom]] AND frame.1 != '', section - 1, section), opener, frame.2, frame.3, frame.4),
          frames,
          arrayCumSum(frame -> frame.1 != '', frames),
          arrayFill(opener -> opener != '', arrayMap(frame -> frame.1, frames))),
        -- A numbered frame of PHP has a place and the function called there; the function around the place is in the
        -- next frame. Without a line for the place that threw, the first function has no place.
        [arrayMap(read ->
          arrayMap((groups, next) -> ([[section]], [[name]], [[file]], [[position]]), read,
            if(dialect = [[php]], arrayPopFront(arrayPushBack(read, emptyArrayString())), read)),
          [arrayMap(read ->
            if(dialect = [[php]] AND read[1][1] = '' AND read[1][7] = '',
              arrayPushFront(read, emptyArrayString()), read),
            [arrayMap(line -> multiIf(
[[frames]]
              []), arrayFilter(line -> dialect = [[php]]
                OR NOT match(concat([[[languages]]][dialect], ' ', line), [[at-a-glance]]),
                lines))])[1]])[1]])[1]))])[1],
  -- Ruby's old order has the place that threw last, on a line like any other.
  [arrayMap(dialect -> if(dialect = [[ruby]] AND match(lines[1], '^[ \\t]+\\d+: from '), [[ruby-bottom]], dialect),
    [arrayMap(last -> arrayFirstIndex(pattern -> match(last, pattern), [[[detect]]]),
      [arrayLast(line -> match(line, [[is-frame]]), lines)])[1]])[1]])[1],
  [[[lines]]])[1]
