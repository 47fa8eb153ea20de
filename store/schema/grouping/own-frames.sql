-- Frames of the app's own code: section, dialect, function, file, position. What was thrown comes first, then what caused it; in each the thrown
-- place. Nothing is taken apart but lines of the dialect that the last one is of, and of those none that is a library's at a glance.
arrayMap(lines -> arrayMap(dialect ->
  arrayMap(own -> multiIf(
      dialect IN ([[bottom-up]]), arrayReverse(own),
      dialect IN ([[causes-first]]), arraySort((frame, nth) -> (-toInt32(frame.1), nth), own, arrayEnumerate(own)),
      own),
    -- Without frames of what was suppressed, of other goroutines and of all but the first of many that were thrown together.
    [arrayMap(frame -> (frame.1, [[[names]]][dialect], frame.3, frame.4, frame.5), arrayFilter(
      frame -> (frame.3 != '' OR frame.4 != '') AND NOT match(frame.2, 'Suppressed|^[ \\t]+Caused by|^[ \\t]*\\[(?:error|suppressed)|Inner Exception|^ *[+]-|^ {4,}[|]')
        AND (frame.1 <= 1 OR dialect != [[go]]) AND NOT match(concat([[[languages]]][dialect], ' ', frame.3, '\t', frame.4), [[library]]),
      arrayMap(frames -> arrayMap((frame, section, opener) -> (if(dialect = [[ruby-bottom]] AND frame.1 != '', section - 1, section), opener, frame.2, frame.3, frame.4), frames,
          arrayCumSum(frame -> frame.1 != '', frames), arrayFill(opener -> opener != '', arrayMap(frame -> frame.1, frames))),
        -- In PHP a numbered frame has the place, and what was called from there: the function that it is in is that of the next one. Where no place that
        -- threw stands above them, what was called first stands alone.
        [arrayMap(read -> arrayMap((groups, next) -> ([[section]], [[name]], [[file]], [[position]]), read, if(dialect = [[php]], arrayPopFront(arrayPushBack(read, emptyArrayString())), read)),
          [arrayMap(read -> if(dialect = [[php]] AND read[1][1] = '' AND read[1][7] = '', arrayPushFront(read, emptyArrayString()), read),
            [arrayMap(line -> multiIf(
[[frames]]
              []), arrayFilter(line -> dialect = [[php]] OR NOT match(concat([[[languages]]][dialect], ' ', line), [[at-a-glance]]), lines))])[1]])[1]])[1]))])[1],
  -- In Ruby's old order the thrown place comes last, on a line that looks like any other's.
  [arrayMap(dialect -> if(dialect = [[ruby]] AND match(lines[1], '^[ \\t]+\\d+: from '), [[ruby-bottom]], dialect), [arrayMap(last -> arrayFirstIndex(pattern -> match(last, pattern), [[[detect]]]), [arrayLast(line -> match(line, [[is-frame]]), lines)])[1]])[1]])[1],
  [[[lines]]])[1]
