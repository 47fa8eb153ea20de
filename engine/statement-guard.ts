import { CONTROL, type Connection, MUTATING, MUTATING_GLOBAL } from './chdb.ts'
import { EngineError } from './error-reply.ts'
import { isClause, tokens } from './sql-text.ts'

/** Statements that the engine's parser calls control and that mean something on a connection of one request. */
const HARMLESS = ['SET', 'USE', 'KILL', 'SYSTEM', 'OPTIMIZE', 'BEGIN', 'COMMIT', 'ROLLBACK']

/**
 * Lets exactly one statement pass. chDB itself runs every statement of a text, and what follows an empty line of inline
 * data as well, so everything is counted by its own parser first.
 *
 * @returns the statement's class.
 * @throws {EngineError} 62 for more than one statement or none, 164 for one that reaches files of this process.
 */
export async function guardStatement(connection: Connection, sql: string): Promise<number> {
  const { statementCount, queryClass } = await connection.classify(sql)
  if (statementCount > 1) {
    throw new EngineError(
      62,
      'SYNTAX_ERROR',
      'Syntax error (Multi-statements are not allowed): send one statement a request',
    )
  }
  if (statementCount === 1 && queryClass === CONTROL) {
    const first = tokens(sql).next().value
    if (!HARMLESS.some(keyword => isClause(first ?? undefined, keyword))) {
      throw new EngineError(164, 'READONLY', 'The engine does not write to files or archives of its own machine')
    }
  }
  return queryClass
}

/** True for a statement that needs space on the disk; DROP and TRUNCATE are how space is made. */
export function storesSomething(sql: string, queryClass: number): boolean {
  const first = tokens(sql).next().value ?? undefined
  const frees = ['DROP', 'TRUNCATE', 'DETACH'].some(keyword => isClause(first, keyword))
  return (queryClass === MUTATING || queryClass === MUTATING_GLOBAL) && !frees
}
