import type { Question, Store } from '../store.ts'
import { without } from '../without.ts'
import type { Merges } from './merges.ts'

/**
 * Asks what is counted by issues. Where nothing was parted, which is nearly everywhere, it is asked without the lines from `-- if parted` to `-- end`:
 * they would find nothing, but to plan them takes as long as the rest.
 *
 * @throws {StoreError} Any kind.
 */
export function askByIssue<Row>(
  store: Store,
  merges: Merges,
  question: Question<Row>,
  signal?: AbortSignal,
): Promise<Row[]> {
  const { sql } = question
  const short = merges.parts.length === 0 ? without(sql, 'parted') : sql
  return store.ask({ ...question, sql: byIssue(short, merges) }, signal)
}

/**
 * A statement in which it is filled in which issue an exception counts in, by the parameters of mergeParams. Without that the engine can parse it,
 * too.
 */
export function byIssue(sql: string, { from, parts }: { from: readonly unknown[]; parts: readonly unknown[] }): string {
  const merged = from.length === 0 ? 'Issue::String' : MERGED
  const part = `coalesce(nullIf({partTo:Array(String)}[arrayFirstIndex(is -> match(${WHAT_IT_IS}, is), {partIs:Array(String)})], ''), ${merged})`
  const filled = {
    "/* what it is */ ''": WHAT_IT_IS,
    '/* merged */ Issue': merged,
    "/* its part */ ''": part,
    "/* its part as tried */ ''": part.replaceAll('{part', '{tried'),
    '/* its issue */ Issue': parts.length === 0 ? merged : `if(Issue IN {partOf:Array(String)}, ${part}, ${merged})`,
  }
  return Object.entries(filled).reduce((text, [place, words]) => text.replaceAll(place, () => words), sql)
}

const MERGED =
  'if(has({mergedFrom:Array(String)}, Issue), {mergedTo:Array(String)}[indexOf({mergedFrom:Array(String)}, Issue)], Issue::String)'

/** What patternOf fits. */
const WHAT_IT_IS = String.raw`concat(Issue, '\x01', ServiceName, '\x01', Type, '\x01', Release, '\x01', Route, '\x01', left(Message, 4096))`
