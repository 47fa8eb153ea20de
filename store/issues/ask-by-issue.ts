import type { Question, Store } from '../store.ts'
import { type Merges, PART_OF_EXCEPTION } from './merges.ts'

/**
 * Asks what is counted by issues. Where nothing was parted, which is nearly everywhere, it is asked without the lines from `-- if parted` to `-- end`:
 * they would find nothing, but to plan them takes as long as the rest.
 *
 * @throws {StoreError} Any kind.
 */
export function askByIssue<Row>(
  store: Store,
  { parts }: Merges,
  question: Question<Row>,
  signal?: AbortSignal,
): Promise<Row[]> {
  const { sql } = question
  return store.ask({ ...question, sql: withParts(parts.length === 0 ? without(sql, 'parted') : sql) }, signal)
}

/** A statement in which it is filled in what an exception of a parted issue counts as, and what it would by a rule that is tried. */
export function withParts(sql: string): string {
  return sql.replaceAll(PLACE, () => PART_OF_EXCEPTION).replaceAll(PLACE_TRIED, () => PART_AS_TRIED)
}

/** A statement without its lines from `-- if <condition>` to `-- end`. */
export function without(sql: string, condition: string): string {
  return sql.replaceAll(new RegExp(`^ *-- if ${condition}\\n[\\s\\S]*?^ *-- end\\n`, 'gm'), '')
}

/** What it would count as, by the parameters of the rule that is tried. */
const PART_AS_TRIED = PART_OF_EXCEPTION.replaceAll('{part', '{tried')

/** As a statement that nothing was filled into the engine can still parse it. */
const PLACE = "/* its part */ ''"
const PLACE_TRIED = "/* its part as tried */ ''"
