import { CONTROL, type Connection, MUTATING, MUTATING_GLOBAL } from './chdb.ts'
import { EngineError } from './error-reply.ts'
import { isClause, quoteString, tokens } from './sql-text.ts'

/** Statements that the engine's parser calls control and that mean something on a connection of one request. */
const HARMLESS = [
  'SET',
  'USE',
  'KILL',
  'SYSTEM',
  'OPTIMIZE',
  'ALTER',
  'DELETE',
  'DETACH',
  'BEGIN',
  'COMMIT',
  'ROLLBACK',
]

/**
 * Lets exactly one statement pass. chDB itself runs every statement of a text, and what follows an empty line of inline
 * data as well, so everything is counted by its own parser first.
 *
 * @returns the statement's class.
 * @throws {EngineError} 62 for more than one statement or none, 164 for one that the user may not run or that reaches
 *   files of this process.
 */
export async function guardStatement(connection: Connection, sql: string, mayWrite: boolean): Promise<number> {
  const first = tokens(sql).next().value ?? undefined
  if (first === undefined) throw new EngineError(62, 'SYNTAX_ERROR', 'Syntax error: Empty query')
  const queryClass = await guardCount(connection, sql)
  // readonly = 1 alone would let this user kill other people's queries and write files.
  if (!mayWrite && (queryClass === CONTROL || queryClass === MUTATING || queryClass === MUTATING_GLOBAL)) {
    throw new EngineError(164, 'READONLY', 'Cannot execute query in readonly mode')
  }
  const control = queryClass === CONTROL && !HARMLESS.some(keyword => isClause(first, keyword))
  const infile = isClause(first, 'INSERT') && [...tokens(sql)].some(token => isClause(token, 'INFILE'))
  if (control || infile) throw opensFile()
  return queryClass
}

/** @throws {EngineError} 62 and 164 as {@link guardStatement}; an INSERT may store rows in a table and nowhere else. */
export async function guardInsert(connection: Connection, sql: string): Promise<void> {
  if ((await guardCount(connection, sql)) !== MUTATING) throw opensFile()
}

/**
 * @throws {EngineError} 62 for more than one statement, or none that parses: chDB would run the first statement of a text
 *   before it finds that the second is garbage.
 */
async function guardCount(connection: Connection, sql: string): Promise<number> {
  const { statementCount, queryClass } = await connection.classify(sql)
  if (statementCount > 1) throw multipleStatements()
  if (statementCount < 1) throw await syntaxError(connection, sql)
  return queryClass
}

/** What ClickHouse says about a text that does not parse, without running any of it. */
async function syntaxError(connection: Connection, sql: string): Promise<EngineError> {
  try {
    await connection.run(`SELECT formatQuery(${quoteString(sql)})`)
  } catch (error) {
    const text = /^Code: 62\. DB::Exception: (.*?)(?:: In scope SELECT formatQuery\(.*)?\. \(SYNTAX_ERROR\)/s.exec(
      error instanceof Error ? error.message : '',
    )
    return new EngineError(62, 'SYNTAX_ERROR', text?.[1] ?? 'Syntax error', { cause: error })
  }
  return new EngineError(62, 'SYNTAX_ERROR', 'Syntax error: not one statement that can be run')
}

/** @throws {EngineError} 62 when something follows the rows of `INSERT … VALUES`; chDB would leave it out without a word. */
export function guardValues(rows: string): void {
  let ended = false
  for (const token of tokens(rows)) {
    if (ended && token.text !== ';') throw multipleStatements()
    ended ||= token.text === ';' && token.depth === 0
  }
}

/** True for a statement that needs space on the disk; DROP and TRUNCATE are how space is made. */
export function storesSomething(sql: string, queryClass: number): boolean {
  const first = tokens(sql).next().value ?? undefined
  const frees = ['DROP', 'TRUNCATE', 'DETACH'].some(keyword => isClause(first, keyword))
  return (queryClass === MUTATING || queryClass === MUTATING_GLOBAL) && !frees
}

const opensFile = () => new EngineError(164, 'READONLY', 'The engine opens no file of its machine for a client')

const multipleStatements = () =>
  new EngineError(62, 'SYNTAX_ERROR', 'Syntax error (Multi-statements are not allowed): send one statement a request')
