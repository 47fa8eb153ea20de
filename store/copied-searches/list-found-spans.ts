import { type SpanPage, writeFindSpans } from '../spans/find-spans.ts'
import type { SqlStatement } from '../store.ts'

/** The SQL statement that lists a page of spans, for people to run: `findSpans` removes repeated deliveries itself. */
export function writeListSpans(page: SpanPage): SqlStatement {
  const statement = writeFindSpans(page)
  return { ...statement, name: 'list-found-spans', sql: `SELECT * FROM (\n${statement.sql})\nLIMIT 1 BY id` }
}
