import { CONTROL, type Connection, READ_ONLY } from './chdb.ts'
import { EngineError } from './error-reply.ts'
import type { EngineRequest } from './http-request.ts'
import { readStatement } from './read-statement.ts'
import { judgeTree, refuseUnlessAllowed } from './reader/judge-tree.ts'
import { judgePlainStatement } from './reader/plain-statement.ts'
import { syntaxTreeOf } from './reader/syntax-tree.ts'
import { guardStatement } from './statement-guard.ts'
import type { User } from './users.ts'

/** A statement that brings no rows of its own. */
export interface Statement {
  readonly request: EngineRequest
  readonly sql: string
  readonly user: User
  readonly mayWrite: boolean
}

/** What is known of a statement before it runs. */
export interface Plan {
  readonly queryClass: number
  /** The format that the answer will have: the statement's own, or the request's. */
  readonly format: string
  /** True when the result can be streamed through a pipe. */
  readonly streams: boolean
  readonly readsTables: boolean
}

export const intoFile = (sql: string, path: string, format: string) => readStatement(sql).intoFile(path, format)

/** Stands for the pipe, which a statement gets when it has its place. */
const PIPE = 'errata-result'
/** Plans of statements that came before, so that the desk's questions are judged once. The oldest go first. */
const plans = new Map<string, Plan>()
const MAX_PLANS = 500
const MAX_PLANNED_LENGTH = 16 * 1024

/** The plan of a statement that was judged before and may be run again; undefined for any other. */
export const knownPlan = (statement: Statement): Plan | undefined => plans.get(keyOf(statement))

/**
 * Judges a statement before any of it runs.
 *
 * @throws {EngineError} 62 for what is not one statement, 73 for what is no format, 164 and 497 for what the user may not do.
 */
export async function planStatement(connection: Connection, statement: Statement): Promise<Plan> {
  const plan = await makePlan(connection, statement)
  const { sql } = statement
  // A parameter of type Identifier, which may be spelled with escapes, makes another statement each time.
  if (plan.queryClass === READ_ONLY && sql.length <= MAX_PLANNED_LENGTH && !/identifier|\\/i.test(sql)) {
    plans.set(keyOf(statement), plan)
    const [oldest] = plans.keys()
    if (plans.size > MAX_PLANS && oldest !== undefined) plans.delete(oldest)
  }
  return plan
}

/** All that a plan depends on: user, URL and text. */
const keyOf = ({ request, sql, user }: Statement) =>
  JSON.stringify([user === 'writer', request.wantsBlockInfo, request.defaultFormat, sql])

async function makePlan(connection: Connection, { request, sql, user, mayWrite }: Statement): Promise<Plan> {
  const queryClass = await guardStatement(connection, sql, mayWrite)
  const format = readStatement(sql).format ?? request.defaultFormat
  if (!/^\w+$/.test(format)) throw new EngineError(73, 'UNKNOWN_FORMAT', `Unknown format ${format}`)

  const streamed = intoFile(sql, PIPE, format)
  const streams =
    queryClass === READ_ONLY && !request.wantsBlockInfo && (await writesOnlyIntoFile(connection, streamed))
  const plan = { queryClass, format, streams, readsTables: true }
  if (user === 'writer') return plan

  refuseUnlessAllowed('format', format)
  if (judgePlainStatement(sql)) return { ...plan, readsTables: false }
  // What is judged is what will run, with another path in its place: where a clause begins, our own tokenizer has decided.
  const tree = await syntaxTreeOf(connection, streams ? streamed : sql)
  if (tree.kind === 'SelectWithUnionQuery' && !streams && !request.wantsBlockInfo) {
    throw new EngineError(
      48,
      'NOT_IMPLEMENTED',
      'The engine cannot stream this query: end it with FORMAT and a plain word',
    )
  }
  return { ...plan, ...judgeTree(tree, streams ? PIPE : undefined) }
}

async function writesOnlyIntoFile(connection: Connection, sql: string): Promise<boolean> {
  const { statementCount, queryClass } = await connection.classify(sql)
  return statementCount === 1 && queryClass === CONTROL
}
